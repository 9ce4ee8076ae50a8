import { renderSVG } from 'uqr';

/** A QR code of `text` as SVG without a border, black on white; a quarter of it may be damaged. */
export function qrSvg(text: string): string {
  return renderSVG(text, { ecc: 'Q', border: 0, pixelSize: 4 });
}
