import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { registerPages } from '#lib/access/session/known-pages.server.ts';
import { staffPage } from '#lib/access/session/page.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { removeOwnImage, setOwnImage, useSignatureOnPrints } from '#lib/directory/profile/my-images.server.ts';
import { myProfile, updateMyProfile } from '#lib/directory/profile/my-profile.server.ts';
import { changeSetting, settingId } from '#lib/settings/business-settings-changes.server.ts';
import { canReadFile } from '#lib/process/files/file-access.server.ts';
import { addStoredFile } from '#lib/process/files/files.server.ts';
import { fileByKey } from '#lib/process/files/stored-file.server.ts';
import { photo } from '#tests/support/photos.ts';
import { refusal } from '#tests/support/refusal.ts';

// Hannah looks after her own profile; Farid works beside her.
let hannah: Actor;
let farid: Actor;

beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
  [hannah, farid] = (await Promise.all(['requester', 'requester2'].map(actorNamed))) as [Actor, Actor];
  const open = staffPage({ title: 'x', section: 'x', breadcrumb: [], always: true });
  const closed = staffPage({ title: 'x', section: 'x', breadcrumb: [], can: { subject: 'Role', anyOf: ['read'] } });
  registerPages(async (address) => ({ '/directory/my-profile': open, '/directory/roles': closed })[address]);
});

const png = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);
const uploaded = async (actor: Actor, name = 'me.png', content: Uint8Array = png) => {
  const { storageKey } = await addStoredFile(actor, name, content);
  return { fileName: storageKey, fileUrl: `http://localhost:4321/api/files/${storageKey}` };
};

describe('the own profile', () => {
  test('changes what is one’s own, and nothing else', async () => {
    const before = await myProfile(hannah);
    const after = await updateMyProfile(hannah, before, {
      language: 'de',
      contactNumber: '9123 4567'.replace(' ', ''),
      fullName: 'Somebody Else',
      roleIds: [],
      status: 'suspended',
    });
    expect(after).toMatchObject({
      language: 'de',
      contactNumber: '+65 91234567',
      fullName: 'Hannah Lim',
      status: 'active',
      version: before.version + 1,
    });
    expect((await myProfile(hannah)).roleIds).toEqual(before.roleIds);
    expect((await activityOf(hannah.id))[0]).toMatchObject({
      eventCode: 'user.updated',
      actorName: 'Hannah Lim',
      changedFields: ['contactNumber', 'language'],
    });
    expect(await refusal(updateMyProfile(hannah, before, { language: 'fr' }))).toMatchObject({
      status: 409,
      code: 'stale-version',
    });
  });

  test('begins on a page that exists and is open', async () => {
    const seen = await myProfile(hannah);
    for (const path of ['https://elsewhere.example', '//elsewhere.example', '/nowhere', '/directory/roles']) {
      expect((await refusal(updateMyProfile(hannah, seen, { personalRedirect: path }))).errors).toEqual([
        { path: 'personalRedirect', code: 'page-not-open' },
      ]);
    }
    expect((await updateMyProfile(hannah, seen, { personalRedirect: '/directory/my-profile' })).personalRedirect).toBe(
      '/directory/my-profile',
    );
  });
});

describe('the own picture', () => {
  test('is one’s own upload, a PNG or JPEG of at most 1 MB', async () => {
    const mine = await uploaded(hannah);
    expect(await setOwnImage(hannah, 'image', mine)).toMatchObject({
      image: `/api/files/${mine.fileName}`,
      imageFileStorage: mine.fileName,
    });
    expect((await fileByKey(mine.fileName)).claimedAt).not.toBeNull();
    const text = await uploaded(hannah, 'me.txt', new TextEncoder().encode('no picture'));
    const large = await uploaded(hannah, 'large.png', await photo('png', { width: 800, height: 800 }));
    // Whole as a file, and no picture inside.
    const broken = await uploaded(
      hannah,
      'broken.png',
      png.map((byte, at) => (at > 42 && at < 50 ? 0 : byte)),
    );
    for (const other of [
      await uploaded(farid),
      text,
      large,
      broken,
      { ...mine, fileUrl: 'http://elsewhere.example/other.png' },
      { fileName: 'no-key', fileUrl: '/no-key' },
    ]) {
      expect((await refusal(setOwnImage(hannah, 'image', other))).errors).toEqual([
        { path: 'fileName', code: 'not-an-image', params: { megabytes: 1 } },
      ]);
    }
  });

  test('may be as large as the setting says', async () => {
    const large = await uploaded(hannah, 'large.png', await photo('png', { width: 800, height: 800 }));
    const siti = await actorNamed('admin');
    await changeSetting(
      siti,
      'directory.image-megabytes',
      { id: settingId('directory.image-megabytes'), version: 1 },
      { value: 5, reason: 'Phones take larger pictures.' },
    );
    expect((await setOwnImage(hannah, 'image', large)).imageFileStorage).toBe(large.fileName);
  });

  test('is seen by colleagues; a signature by nobody but its owner', async () => {
    const [picture, signature] = [await uploaded(hannah), await uploaded(hannah, 'sign.png')];
    await setOwnImage(hannah, 'image', picture);
    await setOwnImage(hannah, 'signature', signature);
    expect(await canReadFile(farid, await fileByKey(picture.fileName))).toBe(true);
    expect(await canReadFile(farid, await fileByKey(signature.fileName))).toBe(false);
    expect(await canReadFile(hannah, await fileByKey(signature.fileName))).toBe(true);
    expect(await removeOwnImage(hannah, 'signature')).toMatchObject({
      signature: null,
      signatureFileStorage: null,
      imageFileStorage: picture.fileName,
    });
    expect(await useSignatureOnPrints(hannah, {})).toMatchObject({ signatureOnPrints: false });
    expect(await useSignatureOnPrints(hannah, { signatureOnPrints: 'on' })).toMatchObject({ signatureOnPrints: true });
  });
});
