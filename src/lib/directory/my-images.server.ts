import { z } from 'zod';
import { personId, type Actor } from '#lib/access/actor.ts';
import { parse } from '#lib/kernel/parse.ts';
import { invalidField } from '#lib/kernel/refusal.ts';
import { db, transaction } from '#lib/platform/database.server.ts';
import { registerFileReader } from '#lib/platform/file-access.server.ts';
import { fileByKey } from '#lib/platform/files.server.ts';
import { changeOneself } from './my-profile.server.ts';
import type { User } from './user.ts';

/** Bytes that a picture or a signature may have: 1 MB (model of the directory, 4.1). */
export const IMAGE_MAX_BYTES = 1024 * 1024;
export const IMAGE_TYPES = ['image/png', 'image/jpeg'] as const;

export type OwnImage = 'image' | 'signature';
const columns = { image: 'imageFileStorage', signature: 'signatureFileStorage' } as const;

const uploadedSchema = z.object({ fileUrl: z.string().max(1000, 'too-long'), fileName: z.string().max(300, 'too-long') });
const switchSchema = z.object({ signatureOnPrints: z.preprocess((value) => value === true || value === 'on' || value === 'true', z.boolean()) });

/** Everybody who works here may see whose picture it is; a signature is given to nobody but its owner. */
registerFileReader(async (actor, file) => {
  if (actor.type !== 'user') return false;
  const owner = await db.selectFrom('users').select('id').where('imageFileStorage', '=', file.storageKey).limit(1).executeTakeFirst();
  return owner !== undefined;
});

/**
 * Takes a file that the actor has uploaded as the own picture or signature. 422 `not-an-image` for anything but a PNG or
 * JPEG of at most 1 MB that this person has sent.
 */
export async function setOwnImage(actor: Actor, which: OwnImage, input: unknown): Promise<Pick<User, OwnImage | 'imageFileStorage' | 'signatureFileStorage'>> {
  const { fileUrl, fileName } = parse(uploadedSchema, input);
  const file = await fileByKey(fileName).catch(() => null);
  const fits = file && file.state === 'stored' && file.uploadedBy === personId(actor) && (file.sizeBytes ?? 0) <= IMAGE_MAX_BYTES
    && IMAGE_TYPES.includes(file.contentType as never) && fileUrl.split('?', 1)[0]!.endsWith(`/${encodeURIComponent(fileName)}`);
  if (!fits) throw invalidField('fileName', 'not-an-image');
  return write(actor, which, { [which]: `/api/files/${encodeURIComponent(fileName)}`, [columns[which]]: fileName });
}

/** Takes the own picture or signature away; papers that carry it stay as they are. */
export function removeOwnImage(actor: Actor, which: OwnImage) {
  return write(actor, which, { [which]: null, [columns[which]]: null });
}

/** Whether the own signature is put on prints of what one has approved. */
export async function useSignatureOnPrints(actor: Actor, input: unknown): Promise<User> {
  return transaction((tx) => changeOneself(tx, actor, parse(switchSchema, input), 'signature-changed'));
}

async function write(actor: Actor, which: OwnImage, values: Partial<User>) {
  const { image, imageFileStorage, signature, signatureFileStorage } = await transaction((tx) => changeOneself(tx, actor, values, `${which}-changed`));
  return { image, imageFileStorage, signature, signatureFileStorage };
}
