import { visible } from '#lib/values/entry-schemas.ts';

/**
 * A value as it may appear in a sentence or a header: on one line, without invisible characters, so that no name can
 * start a paragraph or a header.
 */
export function oneLine(text: string): string {
  return visible(text.replaceAll('\0', ''))
    .replaceAll(/[\s\u2028\u2029]+/g, ' ')
    .trim();
}
