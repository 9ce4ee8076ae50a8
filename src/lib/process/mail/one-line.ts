import { visible } from '#lib/values/entry-schemas.ts';

/**
 * A value as it may stand in a sentence or a header: on one line, without what nobody sees, so that no name can begin a
 * paragraph or a header of its own.
 */
export function oneLine(text: string): string {
  return visible(text.replaceAll('\0', ''))
    .replaceAll(/[\s\u2028\u2029]+/g, ' ')
    .trim();
}
