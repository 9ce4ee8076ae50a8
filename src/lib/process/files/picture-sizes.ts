/** Pixels, wide and high, that smaller pictures have at most: beside a name, in a list, on a page. */
export const PICTURE_SIZES = [96, 320, 1600] as const;

export type PictureSize = (typeof PICTURE_SIZES)[number];

/** The address of a smaller picture, by the address of the whole one. */
export function smaller(address: string, size: PictureSize): string {
  return `${address}${address.includes('?') ? '&' : '?'}size=${size}`;
}
