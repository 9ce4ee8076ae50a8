/** The addresses of user requests. Browser-safe, without a schema. */
import { recordPaths } from '#lib/records/paths.ts';

const paths = recordPaths('/directory/users/requests');

export const userRequestPath = {
  ...paths,
  /** The form that asks for something about a person. */
  about: (userId: string) => `/directory/users/${userId}/edit/request`,
  /** The form of a new account, begun with what somebody asked for on the page for visitors. */
  from: (registrationId: string) => `${paths.create}?registration=${registrationId}`,
};
