import { notFound } from '#lib/values/refusal.ts';

/** What stands in a page's address where its file says `[name]`; 404 for a page without such a part. */
export function pageParam({ params }: { params: Record<string, string | undefined> }, name: string): string {
  const value = params[name];
  if (value === undefined) throw notFound();
  return value;
}
