/**
 * Loads the files by which modules register with the engines: which records have comments and files, who may open a
 * file, which documents can be approved, which are open, which jobs exist, what can be searched. Loaded before the
 * first request and before the first job.
 */
import '#lib/access/tokens/spent-cleanup.server.ts';
import '#lib/activity/verification.server.ts';
import '#lib/activity/retention.server.ts';
import '#lib/administration/jobs/disk-room-job.server.ts';
import '#lib/administration/relaxed-duties/report-job.server.ts';
import '#lib/approvals/delegation/absence.server.ts';
import '#lib/approvals/policy/approval-policy.server.ts';
import '#lib/approvals/reminders.server.ts';
import '#lib/budgeting/charged-to.server.ts';
import '#lib/dashboards/dashboard/dashboard.server.ts';
import '#lib/directory/address.server.ts';
import '#lib/directory/app-client/calls.server.ts';
import '#lib/directory/app-client/reminders.server.ts';
import '#lib/directory/app-client/app-client.server.ts';
import '#lib/directory/business-entity.server.ts';
import '#lib/directory/department.server.ts';
import '#lib/directory/profile/my-images.server.ts';
import '#lib/directory/role/role.server.ts';
import '#lib/directory/team.server.ts';
import '#lib/directory/user-request/fulfilment.server.ts';
import '#lib/directory/user-request/registration.server.ts';
import '#lib/directory/user-request/user-request.server.ts';
import '#lib/directory/user/user.server.ts';
import '#lib/documents/lines/line-export.server.ts';
import '#lib/email/attachments.server.ts';
import '#lib/email/email-cleanup.server.ts';
import '#lib/notifications/notification-cleanup.server.ts';
import '#lib/notifications/comment-notices.server.ts';
import '#lib/notifications/digest.server.ts';
import '#lib/notifications/failed-jobs.server.ts';
import '#lib/numbering/gaps.server.ts';
import '#lib/administration/number-continuity/number-continuity.server.ts';
import '#lib/on-records/attachment-release.server.ts';
import '#lib/on-records/attachments.server.ts';
import '#lib/on-records/drafts.server.ts';
import '#lib/on-records/purge.server.ts';
import '#lib/on-records/recent-records.server.ts';
import '#lib/process/backup/backup-job.server.ts';
import '#lib/process/files/file-sweep.server.ts';
import '#lib/settings/holiday.server.ts';
import '#lib/process/jobs/job-run-cleanup.server.ts';
import '#lib/administration/mails/mail.server.ts';
import '#lib/on-records/unfinished-cleanup.server.ts';
import '#lib/purchasing/purchase-request/prf.server.ts';
import '#lib/purchasing/purchase-request/registration.server.ts';
import '#lib/purchasing/purchase-request/purchase-request.server.ts';
