import type { ApiOperation } from '#lib/records/api/api-operations.ts';
import { closed } from '#lib/records/api/api-schema.ts';

const text = { type: 'string' };
const answered = (status: string, schema: object) => ({
  description: status,
  content: { 'application/json': { schema } },
});
const refused = {
  ...closed({
    error: {
      ...text,
      enum: [
        'invalid_request',
        'invalid_client',
        'invalid_scope',
        'unauthorized_client',
        'unsupported_grant_type',
        'temporarily_unavailable',
      ],
    },
    error_description: text,
  }),
  required: ['error', 'error_description'],
};
const given = {
  ...closed({
    access_token: text,
    token_type: { const: 'Bearer' },
    expires_in: { type: 'integer', minimum: 0 },
    scope: text,
  }),
  required: ['access_token', 'token_type', 'expires_in', 'scope'],
};
const form = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: { const: 'client_credentials' },
    scope: { ...text, description: 'Department:read Team:show' },
    client_id: text,
    client_secret: text,
  },
};

/** The token endpoint by RFC 6749, 4.4 and 5, whose errors have a format of their own. */
export const tokenOperation: ApiOperation = {
  does: 'token',
  answer: { status: 200, schema: given },
  refusals: [],
  own: {
    requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: form } } },
    responses: {
      200: answered('OK', given),
      400: answered('Bad Request', refused),
      401: answered('Unauthorized', refused),
      429: answered('Too Many Requests', refused),
    },
    security: [{ clientSecret: [] }, {}],
  },
};
