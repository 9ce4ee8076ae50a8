/** The pages of the business settings. Browser-safe, without a schema. */
export const settingPath = {
  list: '/settings',
  show: (name: string) => `/settings/${name}/show`,
  edit: (name: string) => `/settings/${name}/edit`,
};
