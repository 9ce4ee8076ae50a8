/** The addresses of the administration that belong to no record. Browser-safe, without a schema. */
export const apiDocsPath = { page: '/api/docs', openApi: '/api/openapi.json' };

export const activityLogPath = {
  list: '/directory/activity-log',
  export: (search: URLSearchParams | string) => `/api/directory/activity-log/export?${search}`,
};

/** Where one person did two duties, month by month ('YYYY-MM'). */
export const relaxedDutiesPath = {
  list: '/directory/activity-log/relaxed-duties',
  month: (month: string) => `/directory/activity-log/relaxed-duties?month=${month}`,
  export: (format: string, month: string) =>
    `/api/directory/activity-log/relaxed-duties/export?format=${format}&month=${month}`,
};
