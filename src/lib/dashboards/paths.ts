/** The addresses of dashboards. Browser-safe, without a schema. */
export const DASHBOARDS = '/dashboard/settings/dashboard';

/** The person's own dashboard, a chosen one of several, and that of sales. */
export const ownDashboardPath = {
  page: '/dashboard',
  chosen: (id: string) => `/dashboard?dashboard=${id}`,
  sales: '/dashboard/ecommerce',
  widgets: '/api/dashboard/widgets',
};

/** Where dashboards are edited. */
export const dashboardPath = {
  list: `${DASHBOARDS}/list`,
  show: (id: string) => `${DASHBOARDS}/${id}/show`,
  edit: (id: string) => `${DASHBOARDS}/${id}/edit`,
  widget: (id: string) => `${DASHBOARDS}/widget/${id}/edit`,
};
