import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** A passkey in software: what a phone or a security key does, without a browser around it. */
export interface SoftPasskey {
  id: string;
  /** How often it has signed. */
  count: number;
  /** The answer to what `passkeyCreationOptions` asks. */
  attest(asked: { challenge: string; user: { id: string } }, more?: Partial<Situation>): Record<string, unknown>;
  /** The answer to what a request for a passkey asks. */
  assert(asked: { challenge: string }, more?: Partial<Situation>): Record<string, unknown>;
}

interface Situation {
  origin: string;
  rpId: string;
  /** Whether it has looked who holds it. */
  verified: boolean;
  /** Says nothing of whose it is, as keys do that were asked for by name. */
  silent: boolean;
}

export function softPasskey(home: { origin: string; rpId: string }): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let handle = '';
  const situation = (more: Partial<Situation> = {}): Situation => ({ ...home, verified: true, silent: false, ...more });
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const passkey: SoftPasskey = {
    id: id.toString('base64url'),
    count: 0,
    attest({ challenge, user }, more) {
      const { origin, rpId, verified } = situation(more);
      handle = user.id;
      const { x, y } = publicKey.export({ format: 'jwk' });
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x!, 'base64url')],
          [-3, Buffer.from(y!, 'base64url')],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = Buffer.concat([
        authenticatorData(rpId, verified ? 0x45 : 0x41, passkey.count),
        Buffer.alloc(16),
        length,
        id,
        key,
      ]);
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data],
        ]),
      );
      return answer({
        clientDataJSON: text(clientData('webauthn.create', challenge, origin)),
        attestationObject: text(attestationObject),
        transports: ['internal'],
      });
    },
    assert({ challenge }, more) {
      const { origin, rpId, verified, silent } = situation(more);
      passkey.count += 1;
      const client = clientData('webauthn.get', challenge, origin);
      const data = authenticatorData(rpId, verified ? 0x05 : 0x01, passkey.count);
      const signature = createSign('sha256')
        .update(data)
        .update(createHash('sha256').update(client).digest())
        .sign(privateKey);
      return answer({
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(signature),
        ...(!silent && { userHandle: handle }),
      });
    },
  };
  const answer = (response: object) => ({
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });
  return passkey;
}

const text = (bytes: Buffer): string => bytes.toString('base64url');

function authenticatorData(rpId: string, flags: number, count: number): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags);
  tail.writeUInt32BE(count, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), tail]);
}

/** As much of CBOR (RFC 8949) as a passkey says: small whole numbers, text, bytes, maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
