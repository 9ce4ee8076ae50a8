/** A drawn picture. An object of this shape anywhere in the data of a template reaches it as a file. */
export interface Picture {
  type: 'png' | 'jpeg' | 'svg';
  base64: string;
  /** Alternative text. */
  alt: string;
}
