import { API } from '#lib/values/paths.ts';

/** Base of the API: PUBLIC_API_BASE_URL, which the layout writes into the page. */
export function apiBase(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content ?? API;
}
