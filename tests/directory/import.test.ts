import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { Ability } from '#lib/values/ability.ts';
import { peekToken } from '#lib/access/tokens/public-tokens.server.ts';
import { SET_PASSWORD } from '#lib/access/account/password-reset.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { address } from '#lib/directory/address.ts';
import { addresses, makeAddress, addressDefaults } from '#lib/directory/address.server.ts';
import { withdrawInvitations } from '#lib/directory/user/invitation.server.ts';
import { team } from '#lib/directory/team.ts';
import { createTeam, getTeam, makeTeam, teams, updateTeam } from '#lib/directory/team.server.ts';
import { user } from '#lib/directory/user/user.ts';
import { getUser, makeUser, users } from '#lib/directory/user/user.server.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import { addComment } from '#lib/on-records/comments.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { undoImport } from '#lib/on-records/import/import-undoing.server.ts';
import { previewImport, runImport, type ImportPreview } from '#lib/on-records/import/import.server.ts';
import type { Importing } from '#lib/on-records/import/stored-import.server.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti imports; Helen the auditor reads all of it and imports nothing.
let siti: Actor;
let helen: Actor;
const ofAddresses: Importing = { of: address, make: makeAddress, usual: addressDefaults };
const ofTeams: Importing = { of: team, make: makeTeam };
const ofUsers: Importing = { of: user, make: makeUser, usual: { language: 'en' }, unmake: withdrawInvitations };

beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
  [siti, helen] = (await Promise.all(['admin', 'auditor'].map(actorNamed))) as [Actor, Actor];
});

const csv = (...lines: string[]) => new File([lines.join('\n')], 'list.csv', { type: 'text/csv' });
const preview = (importing: Importing, ...lines: string[]): Promise<ImportPreview> =>
  previewImport(siti, importing, csv(...lines));
const faults = ({ faults: found }: ImportPreview) => found.map(({ row, path, code, text }) => [row, path, code, text]);
async function imported(importing: Importing, ...lines: string[]): Promise<string> {
  const { id } = await preview(importing, ...lines);
  await runImport(siti, importing, id, false);
  return id;
}
const person = (username: string) =>
  db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst();
const linkIn = (text: string) => /reset-password\/([\w-]+)/.exec(text)![1]!;

describe('addresses', () => {
  const HEAD = 'Label,Kind,Street,Postal code,Country,Business entity';

  test('are read by the words people use, in Singapore unless the file says another country', async () => {
    const id = await imported(
      ofAddresses,
      HEAD,
      'East gate,Delivery,Lim Chu Kang Lane,718850,,SWG',
      'Johor store,Store,Jalan 1,81100,Malaysia,',
    );
    const { items } = await addresses.list(siti, readListQuery(address, new URLSearchParams('q=gate')));
    expect(items.find(({ label }) => label === 'East gate')).toMatchObject({
      kind: 'delivery',
      country: 'Singapore',
      status: 'active',
    });
    expect(await undoImport(siti, ofAddresses, id)).toEqual({ removed: 2 });
  });

  test('with faults say so at their cells; none is written by the preview', async () => {
    const tried = await preview(ofAddresses, HEAD, 'West gate,Palace,Lane,71885,,', ',Site,Lane,718850,,Nobody Ltd');
    expect(faults(tried)).toEqual([
      [2, 'kind', 'not-a-choice', 'Palace'],
      [3, 'businessEntityId', 'unknown-name', 'Nobody Ltd'],
      [3, 'label', 'required', ''],
    ]);
    expect((await addresses.list(siti, readListQuery(address, new URLSearchParams('q=west')))).total).toBe(0);
  });
});

describe('teams', () => {
  const HEAD = 'Name,Department,Lead,Members';

  test('get their lead and members by name, user name or e-mail', async () => {
    await imported(ofTeams, HEAD, '"Night watch",OPS,Daniel Koh,"requester; Marie Lau"');
    const { id } = (await teams.list(siti, readListQuery(team, new URLSearchParams('q=night')))).items[0]!;
    const made = await getTeam(siti, id);
    expect(made.titles).toMatchObject({ departmentId: 'Operations', leadId: 'Daniel Koh' });
    expect(made.members).toHaveLength(3);
  });

  test('name each member that nobody is once, at its cell', async () => {
    expect(faults(await preview(ofTeams, HEAD, 'Faulty,OPS,Daniel Koh,requester; Nobody Known'))).toEqual([
      [2, 'members', 'unknown-name', 'requester; Nobody Known'],
    ]);
  });

  test('stay when they were changed or spoken about since', async () => {
    const changed = await imported(ofTeams, HEAD, 'Changed,OPS,Daniel Koh,');
    const row = await db.selectFrom('teams').selectAll().where('name', '=', 'Changed').executeTakeFirstOrThrow();
    await updateTeam(siti, row, { purpose: 'Another' });
    expect(await refusal(undoImport(siti, ofTeams, changed))).toMatchObject({ code: 'import-changed', status: 409 });
    const spoken = await imported(ofTeams, HEAD, 'Spoken of,OPS,Daniel Koh,');
    const { id } = await db.selectFrom('teams').selectAll().where('name', '=', 'Spoken of').executeTakeFirstOrThrow();
    await addComment(siti, 'team', id, { text: 'Who else?' });
    expect(await refusal(undoImport(siti, ofTeams, spoken))).toMatchObject({ code: 'still-used', status: 409 });
    expect(await db.selectFrom('teams').select('id').where('id', '=', id).execute()).toHaveLength(1);
  });
});

describe('users', () => {
  const HEAD = 'Full name,Username,Email,Main department,Roles,Manager,All entities,Language';
  const line = (name: string, more = 'OPS,STAFF,head,no,') => `${name} Tan,${name},${name}@garden.example,${more}`;

  test('are invited exactly as by hand, each with a link that works, and nobody by the preview', async () => {
    const tried = await preview(
      ofUsers,
      HEAD,
      line('ming'),
      line('farah', 'Operations,"STAFF, Auditor",ming,yes,Deutsch'),
    );
    expect(tried).toMatchObject({
      good: 2,
      faults: [],
      mapping: ['fullName', 'username', 'email', 'mainDepartmentId', 'roleIds', 'managerId', 'allEntities', 'language'],
    });
    expect([await person('ming'), await mailsTo('ming@garden.example')]).toEqual([undefined, []]);
    await runImport(siti, ofUsers, tried.id, false);
    const farah = await getUser(siti, (await person('farah'))!.id);
    expect(farah).toMatchObject({
      status: 'invited',
      allEntities: true,
      language: 'de',
      managerId: (await person('ming'))!.id,
    });
    expect([farah.roleIds, farah.departmentIds].map((list) => list.length)).toEqual([2, 1]);
    expect((await person('ming'))!.language).toBe('en');
    const [mail, ...others] = await mailsTo('farah@garden.example');
    expect([mail!.kind, mail!.language, others]).toEqual(['welcome', 'de', []]);
    expect(await peekToken(db, SET_PASSWORD, linkIn(mail!.bodyText))).toMatchObject({ subjectId: farah.id });
  });

  test('that are there already, or have no such role, are faults of their rows', async () => {
    expect(faults(await preview(ofUsers, HEAD, line('ADMIN'), line('nadia', 'OPS,KING,,no,')))).toEqual([
      [2, 'username', 'username-in-use', 'ADMIN'],
      [3, 'roleIds', 'unknown-name', 'KING'],
    ]);
  });

  test('are removed again with their invitations while nobody has accepted', async () => {
    const id = await imported(ofUsers, HEAD, line('anita'), line('bala'));
    const link = linkIn((await mailsTo('anita@garden.example'))[0]!.bodyText);
    await db
      .updateTable('mailOutbox')
      .set({ status: 'sent', sentAt: new Date().toISOString() })
      .where('toAddress', '=', 'bala@garden.example')
      .execute();
    expect(await undoImport(siti, ofUsers, id)).toEqual({ removed: 2 });
    expect([await person('anita'), await person('bala'), await mailsTo('anita@garden.example')]).toEqual([
      undefined,
      undefined,
      [],
    ]);
    expect(await mailsTo('bala@garden.example')).toMatchObject([{ toUserId: null }]);
    expect(await peekToken(db, SET_PASSWORD, link)).toBe(null);
  });

  test('stay, with working invitations, once one has accepted or belongs to a team', async () => {
    const accepted = await imported(ofUsers, HEAD, line('carl'), line('dora'));
    await users.transition(siti, 'accept', (await person('carl'))!, undefined, { unasked: true });
    expect(await refusal(undoImport(siti, ofUsers, accepted))).toMatchObject({ code: 'import-changed' });
    expect(await peekToken(db, SET_PASSWORD, linkIn((await mailsTo('dora@garden.example'))[0]!.bodyText))).not.toBe(
      null,
    );
    const used = await imported(ofUsers, HEAD, line('elias'));
    const made = await createTeam(siti, { name: 'With Elias', leadId: (await person('head'))!.id });
    await db
      .insertInto('teamMembers')
      .values({ teamId: made.id, userId: (await person('elias'))!.id })
      .execute();
    expect(await refusal(undoImport(siti, ofUsers, used))).toMatchObject({ code: 'still-used', status: 409 });
  });

  test('are no way to make an administrator for who is none', async () => {
    const [daniel, priya] = await Promise.all([actorNamed('head'), actorNamed('purchasing')]);
    const clerk = {
      ...priya,
      ability: new Ability([...daniel.ability.permissions, { subject: 'User', action: 'create', condition: 'none' }]),
    };
    const tried = await previewImport(clerk, ofUsers, csv(HEAD, line('eve', 'OPS,ADMINISTRATOR,,no,'), line('frank')));
    expect(tried).toMatchObject({ good: 1 });
    expect(faults(tried)).toEqual([[2, '', 'administrators-only', '']]);
    const own = await previewImport({ ...clerk, id: daniel.id }, ofUsers, csv(HEAD, line('frank')));
    expect(faults(own).map(([, , code]) => code)).toEqual(['own-appointment']);
  });
});

test('none of them are imported by who may not make one by hand', async () => {
  expect(
    await refusal(previewImport(helen, ofUsers, csv('Full name,Username,Email', 'X Tan,xtan,xtan@garden.example'))),
  ).toMatchObject({ status: 403 });
  expect(await refusal(previewImport(helen, ofTeams, csv('Name,Lead', 'X,head')))).toMatchObject({ status: 403 });
  expect(await refusal(previewImport(helen, ofAddresses, csv('Label', 'X')))).toMatchObject({ status: 403 });
});
