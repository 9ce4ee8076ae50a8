/** Maximum width and height in pixels of smaller pictures: beside a name, in a list, on a page. */
export const PICTURE_SIZES = [96, 320, 1600] as const;

export type PictureSize = (typeof PICTURE_SIZES)[number];

/** The address of a smaller picture, from the address of the original. */
export function smallerPictureUrl(address: string, size: PictureSize): string {
  return `${address}${address.includes('?') ? '&' : '?'}size=${size}`;
}
