/**
 * The requested byte range, `start` and `end` inclusive; null when the header asks for everything, 'none' when the
 * range cannot be satisfied.
 */
export function rangeIn(header: string | null, sizeBytes: number): { start: number; end: number } | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  return start > end ? 'none' : { start, end };
}
