import { z } from 'zod';

const text = z.string().trim().max(1000, 'too-long');
const given = (value: unknown): unknown => (value === '' || value === null ? undefined : value);
const base64url = z
  .string()
  .max(20_000, 'invalid')
  .regex(/^[\w-]*$/, 'invalid');

/** The browser's response: an object in JSON, text in a form. */
function answer<R extends z.ZodRawShape>(response: R) {
  return z.preprocess(
    parsed,
    z.object(
      {
        id: base64url.min(1, 'invalid'),
        rawId: base64url,
        type: z.literal('public-key', 'invalid'),
        response: z.object(response),
        clientExtensionResults: z.preprocess(() => ({}), z.object({})),
        authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
      },
      'invalid',
    ),
  );
}

const clientDataJSON = base64url;

/** The response of an existing passkey. */
export const assertion = answer({
  clientDataJSON,
  authenticatorData: base64url,
  signature: base64url,
  userHandle: base64url.nullish().transform((value) => value ?? undefined),
});

/** The response of a newly created passkey. */
export const attestation = answer({
  clientDataJSON,
  attestationObject: base64url,
  transports: z.array(z.string().max(40)).max(10).optional().catch(undefined),
});

/** One of these is sent; which of them are accepted depends on the operation. */
export const proofSchema = z.object({
  password: z.preprocess(given, z.string().max(1000, 'too-long').optional()),
  code: z.preprocess(given, text.optional()),
  recoveryCode: z.preprocess(given, text.optional()),
  assertion: z.preprocess(given, assertion.optional()),
});

export type Proof = z.output<typeof proofSchema>;

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
