import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

const LEAST_BYTES = 1_024;

/** The body of a response sent to many, compressed for each encoding on first use, then cached. */
export class CompressedBody {
  readonly plain: Buffer;
  readonly #packed = new Map<Encoding, Promise<Buffer>>();

  constructor(plain: Buffer) {
    this.plain = plain;
  }

  /** The best encoding the client accepts; undefined for the plain bytes, also used for small bodies. */
  encodingFor(request: IncomingMessage): Encoding | undefined {
    if (this.plain.length < LEAST_BYTES) return undefined;
    const accepted = String(request.headers['accept-encoding'] ?? '');
    return (['br', 'gzip'] as const).find((encoding) =>
      new RegExp(`\\b${encoding}\\b(?!;\\s*q=0(\\.0*)?(,|$))`).test(accepted),
    );
  }

  /** Compressed as far as possible in this encoding. */
  async in(encoding: Encoding | undefined): Promise<Buffer> {
    if (!encoding) return this.plain;
    const known = this.#packed.get(encoding);
    if (known) return known;
    const packed =
      encoding === 'gzip'
        ? promisify(gzip)(this.plain, { level: 9 })
        : promisify(brotliCompress)(this.plain, {
            params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
          });
    this.#packed.set(encoding, packed);
    return packed;
  }
}
