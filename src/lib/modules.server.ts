/**
 * Loads what the modules tell the ground of themselves when their files are loaded: which records carry comments and
 * files, who may open a file, which documents wait for a decision, which are open, which jobs there are, what there is to
 * search. Before the first request and before the first job, so that nobody has to remember it.
 */
import '#lib/access/spent-cleanup.server.ts';
import '#lib/activity/proof.server.ts';
import '#lib/activity/retention.server.ts';
import '#lib/approvals/absence.server.ts';
import '#lib/approvals/approval-policy.server.ts';
import '#lib/approvals/reminders.server.ts';
import '#lib/budgeting/charged-to.server.ts';
import '#lib/dashboards/dashboard.server.ts';
import '#lib/directory/address.server.ts';
import '#lib/directory/app-client-calls.server.ts';
import '#lib/directory/app-client-reminders.server.ts';
import '#lib/directory/app-client.server.ts';
import '#lib/directory/business-entity.server.ts';
import '#lib/directory/department.server.ts';
import '#lib/directory/my-images.server.ts';
import '#lib/directory/role.server.ts';
import '#lib/directory/team.server.ts';
import '#lib/directory/user-request-fulfilment.server.ts';
import '#lib/directory/user-request-kind.server.ts';
import '#lib/directory/user-request-open.server.ts';
import '#lib/directory/user-request.server.ts';
import '#lib/directory/user.server.ts';
import '#lib/email/attachments.server.ts';
import '#lib/email/cleanup.server.ts';
import '#lib/email/notices.server.ts';
import '#lib/notifications/cleanup.server.ts';
import '#lib/notifications/digest.server.ts';
import '#lib/notifications/failed-jobs.server.ts';
import '#lib/numbering/gaps.server.ts';
import '#lib/numbering/number-continuity.server.ts';
import '#lib/platform/attachments.server.ts';
import '#lib/platform/backup/backup-job.server.ts';
import '#lib/platform/file-sweep.server.ts';
import '#lib/platform/holiday.server.ts';
import '#lib/platform/jobs/job-run-cleanup.server.ts';
import '#lib/platform/mail/mail.server.ts';
import '#lib/platform/unfinished-cleanup.server.ts';
import '#lib/purchasing/purchase-request-kind.server.ts';
import '#lib/purchasing/purchase-request-open.server.ts';
import '#lib/purchasing/purchase-request.server.ts';
