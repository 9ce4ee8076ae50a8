import { updateOf, type ApiOperation } from '#lib/records/api/api-operations.ts';
import { version } from '#lib/records/api/api-schema.ts';
import { businessEntity } from './business-entity.ts';

const change = updateOf(businessEntity);

/** `fileUrl` is that of one's own upload. */
export const logoSetting: ApiOperation = {
  ...change,
  does: 'setLogo',
  body: {
    type: 'object',
    properties: { version, fileUrl: { type: 'string' }, fileName: { type: 'string' } },
    required: ['version', 'fileUrl'],
  },
};
export const logoRemoval: ApiOperation = {
  ...change,
  does: 'removeLogo',
  body: { type: 'object', properties: { version }, required: ['version'] },
};
