/** Where dashboards are arranged; `/dashboard` itself is the person's own. Browser-safe, without a schema. */
export const DASHBOARDS = '/dashboard/settings/dashboard';

export const dashboardPath = {
  list: `${DASHBOARDS}/list`,
  show: (id: string) => `${DASHBOARDS}/${id}/show`,
  edit: (id: string) => `${DASHBOARDS}/${id}/edit`,
  widget: (id: string) => `${DASHBOARDS}/widget/${id}/edit`,
};
