import { createOf, schemaOf, type ApiOperation } from '#lib/records/api/api-operations.ts';
import { appClient } from './app-client.ts';

const made = schemaOf(appClient, { clientId: { type: 'string' }, secret: { type: 'string' } });
const creation = createOf(appClient);

/** Making a client: the answer alone has its secret, so an equal request with the same key is refused. */
export const appClientCreation: ApiOperation = {
  ...creation,
  headers: creation.headers!.map((header) => ({ ...header, says: 'idempotencyKeyOfSecret' })),
  answer: { status: 201, schema: { ...made, required: [...(made['required'] as string[]), 'secret'] } },
};
