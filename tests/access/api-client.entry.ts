/** What the browser test of the API client puts into a page. */
export * from '#islands/api.ts';
export * from '#islands/session.ts';
export { logout } from '#islands/session-end.ts';
export * from '#islands/stores/session.ts';
export * from '#islands/upload.ts';
