/** The pages of the jobs. Browser-safe. */
export const JOBS_PATH = '/settings/jobs';
export const jobPath = (name: string): string => `${JOBS_PATH}/${name}/show`;
