/**
 * Loads every module whose records carry comments, files and watchers, for the addresses that serve them whatever the
 * kind. A module registers its records where their store is.
 */
import '#lib/directory/department.server.ts';
import '#lib/directory/team.server.ts';
import '#lib/purchasing/purchase-request.server.ts';

export { addAttachment, listAttachments, removeAttachment } from '#lib/platform/attachments.server.ts';
export { addComment, listComments } from '#lib/platform/comments.server.ts';
export { reachedRecord } from '#lib/platform/record-kinds.server.ts';
export { isWatching, setWatching } from '#lib/platform/watchers.server.ts';
