import { notFound } from '#lib/values/refusal.ts';

/** The value of `[name]` in a page's address; 404 for a page without that parameter. */
export function pageParam({ params }: { params: Record<string, string | undefined> }, name: string): string {
  const value = params[name];
  if (value === undefined) throw notFound();
  return value;
}
