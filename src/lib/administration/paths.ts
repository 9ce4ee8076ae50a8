/** The addresses of the administration that are no record's. Browser-safe, without a schema. */
export const apiDocsPath = { page: '/api/docs', openApi: '/api/openapi.json' };

export const activityLogPath = {
  list: '/directory/activity-log',
  export: (search: URLSearchParams | string) => `/api/directory/activity-log/export?${search}`,
};
