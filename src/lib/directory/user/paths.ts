/** The pages of people, and their API. Browser-safe, without a schema. */
import { recordPaths } from '#lib/records/paths.ts';

const paths = recordPaths('/directory/users');

export const userPath = {
  ...paths,
  absence: (id: string) => `${paths.list}/${id}/absence`,
  changePassword: (id: string) => `${paths.list}/${id}/change-password`,
};

/** The same pages at their second addresses (specification, section 3). */
export const otherUserPath = {
  list: '/apps/users/list',
  show: (id: string) => `/apps/users/view/${id}`,
  edit: (id: string) => `/apps/users/edit/${id}`,
};
