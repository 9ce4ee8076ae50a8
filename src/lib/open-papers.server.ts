/**
 * Loads every module that has documents, for the acts that look at what is open of them: the doors to those acts take
 * them from here.
 */
import '#lib/purchasing/purchase-request-open.server.ts';

export { closeDepartment } from '#lib/directory/department.server.ts';
export { deactivateUser, suspendUser } from '#lib/directory/suspension.server.ts';
export { userActs } from '#lib/directory/user-acts.server.ts';
