import { z } from 'zod';
import type { Actor } from '#lib/values/actor.ts';
import { ticked } from '#lib/values/entry-schemas.ts';
import { parse } from '#lib/values/parse.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { registerFileReader } from '#lib/process/files/file-access.server.ts';
import { claimFile } from '#lib/process/files/file-claims.server.ts';
import { changeOneself } from './my-profile.server.ts';
import { uploadedImage } from './uploaded-image.server.ts';
import type { User } from '#lib/directory/user/user.ts';

export type OwnImage = 'image' | 'signature';
const columns = { image: 'imageFileStorage', signature: 'signatureFileStorage' } as const;

const switchSchema = z.object({ signatureOnPrints: ticked });

/** Everybody who works here may see whose picture it is; a signature is visible to nobody but its owner. */
registerFileReader('profile-images', async (actor, file) => {
  if (actor.type !== 'user') return false;
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('imageFileStorage', '=', file.storageKey)
    .limit(1)
    .executeTakeFirst();
  return owner !== undefined;
});

/**
 * Sets an uploaded file as one's own picture or signature. 422 `not-an-image` for anything but a PNG or JPEG of at most
 * 1 MB that this person has uploaded.
 */
export async function setOwnImage(
  actor: Actor,
  which: OwnImage,
  input: unknown,
): Promise<Pick<User, OwnImage | 'imageFileStorage' | 'signatureFileStorage'>> {
  const { url, key } = await uploadedImage(actor, input);
  return write(actor, which, { [which]: url, [columns[which]]: key }, key);
}

/** Removes one's own picture or signature; issued documents that carry it stay as they are. */
export function removeOwnImage(actor: Actor, which: OwnImage) {
  return write(actor, which, { [which]: null, [columns[which]]: null });
}

/** Whether one's own signature is put on prints of what one has approved. */
export async function useSignatureOnPrints(actor: Actor, input: unknown): Promise<User> {
  return transaction((tx) => changeOneself(tx, actor, parse(switchSchema, input), 'signature-changed'));
}

async function write(actor: Actor, which: OwnImage, values: Partial<User>, claimed?: string) {
  const { image, imageFileStorage, signature, signatureFileStorage } = await transaction(async (tx) => {
    if (claimed) await claimFile(tx, claimed);
    return changeOneself(tx, actor, values, `${which}-changed`);
  });
  return { image, imageFileStorage, signature, signatureFileStorage };
}
