import { v7 as uuid } from 'uuid';
import type { Actor } from '#lib/values/actor.ts';
import { applyMailAct } from '#lib/email/mail-acts.server.ts';
import { deliverEmails } from '#lib/email/email-delivery.server.ts';
import { saveDraft } from '#lib/email/draft.server.ts';
import { listMailbox } from '#lib/email/mailbox.server.ts';
import { findRecipients, namedExactly } from '#lib/email/recipients.server.ts';
import { sendMail } from '#lib/email/sending.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { actorNamed } from './builders.ts';

interface Story {
  by: string;
  /** Names of people and teams, codes of departments. */
  to: string[];
  cc?: string[];
  subject: string;
  body: string;
  /** The subject of the mail it replies to. */
  answers?: string;
  draft?: true;
  /** What a reader has done with it. */
  marks?: [who: string, act: object][];
}

/** Mails between the people of the demonstration, oldest first. */
const stories: Story[] = [
  {
    by: 'kitchen',
    to: ['Tan Wei Jie'],
    cc: ['Prakash Nair'],
    subject: 'Lotus Pavilion: 120 for the anniversary prayers',
    body: '<p>Dear Wei Jie,</p><p>For Saturday I plan <b>120 vegetarian sets 素斋供品</b>, served from 11:30am. Please tell me by Thursday if the number changes:</p><ul><li>no garlic, no onion</li><li>ten sets without nuts</li><li>tea in the waiting rooms from 10:00am</li></ul><p>Cecilia</p>',
    marks: [
      ['operations', { act: 'star' }],
      ['operations', { act: 'label', label: 'important' }],
    ],
  },
  {
    by: 'operations',
    to: ['Cecilia Wong'],
    cc: ['Prakash Nair'],
    subject: 'Re: Lotus Pavilion: 120 for the anniversary prayers',
    answers: 'Lotus Pavilion: 120 for the anniversary prayers',
    body: '<p>Thank you, Cecilia. The family confirmed 118, and one guest in a wheelchair. The ramp of Chapel 2 is free, we bring it over on Friday evening.</p><p>Wei Jie</p>',
  },
  {
    by: 'head',
    to: ['Qing Ming crew'],
    cc: ['Nurul Huda', 'Siti Aminah'],
    subject: 'Qing Ming weeks: first meeting on Tuesday',
    body: '<p>Dear all,</p><p>we meet on Tuesday at 03:00pm in the small meeting room. Please bring:</p><ol><li>last year’s parking plan</li><li>the list of tents and tables that need repair</li><li>your wishes for leave in those weeks</li></ol><p>Daniel</p>',
    marks: [
      ['requester', { act: 'label', label: 'company' }],
      ['stores', { act: 'read' }],
    ],
  },
  {
    by: 'counter',
    to: ['Plaque desk'],
    subject: 'Mrs Teo asks about the second line of her plaque',
    body: '<p>Mrs Teo called this morning. She would like “永远怀念” below the dates, and wonders whether there is room for it on 300 × 200 mm. Could somebody call her back before Friday?</p><p>Grace</p>',
  },
  {
    by: 'requester',
    to: ['Grace Tan Mei Ling 陈美玲'],
    subject: 'Re: Mrs Teo asks about the second line of her plaque',
    answers: 'Mrs Teo asks about the second line of her plaque',
    body: '<p>There is room if the name is set in 22 mm. I called her, she will come on Thursday at 02:00pm to see the drawing.</p><p>Hannah</p>',
  },
  {
    by: 'manager',
    to: ['OPS', 'CUS', 'KIT', 'GRD'],
    subject: 'Remembrance Sunday: thank you, and what we change next year',
    body: '<p>Dear colleagues,</p><p>more than 900 families came, and nobody waited longer than twenty minutes at the gate. <b>Thank you.</b></p><p>Two things we change: the shuttle starts at 07:30am, and the altar flowers come a day earlier.</p><p>Kai Wen</p>',
    marks: [['counter', { act: 'star' }]],
  },
  {
    by: 'stores',
    to: ['Priya Menon'],
    subject: 'Joss paper: the last two cartons were damp',
    body: '<p>Priya, I put them aside in Store 1 and took photographs. Shall I write to Heng Leong, or will you?</p><p>Prakash</p>',
  },
  {
    by: 'counter',
    to: ['Siti Aminah'],
    subject: 'A tablet for the second counter',
    body: '<p>Siti, from Monday on we are two at the counter. Could you give me one of the spare tablets?</p><p>Grace</p>',
  },
  {
    by: 'requester',
    to: ['Daniel Koh'],
    subject: 'Leave in March',
    body: '<p>Dear Daniel,</p><p>may I take the week after Qing Ming</p>',
    draft: true,
  },
];

/** Sends them as their people; existing ones are not sent again. */
export async function buildMails(): Promise<void> {
  const actors = new Map<string, Actor>();
  const actor = async (username: string) =>
    actors.get(username) ?? actors.set(username, await actorNamed(username)).get(username)!;
  for (const story of stories) {
    const known = await db
      .selectFrom('mailMessages')
      .select('id')
      .where('subject', '=', story.subject)
      .executeTakeFirst();
    if (known) continue;
    const by = await actor(story.by);
    const input = {
      to: await keysOf(by, story.to),
      cc: await keysOf(by, story.cc ?? []),
      subject: story.subject,
      body: story.body,
      format: 'html',
      inReplyTo: story.answers ? await copyOf(by, story.answers) : '',
    };
    await (story.draft ? saveDraft(by, uuid(), input) : sendMail(by, uuid(), input));
    await deliverEmails(new Date(Date.now() + 60_000));
    for (const [who, act] of story.marks ?? [])
      await applyMailAct(await actor(who), [await copyOf(await actor(who), story.subject)], act);
  }
}

async function keysOf(by: Actor, names: string[]): Promise<string[]> {
  return Promise.all(
    names.map(async (name) => {
      const [first] = [...(await namedExactly(by, name)), ...(await findRecipients(by, name))];
      if (!first) throw new Error(`Nobody is called ${name}`);
      return first.key;
    }),
  );
}

async function copyOf(reader: Actor, subject: string): Promise<string> {
  const { items } = await listMailbox(reader, new URLSearchParams({ q: subject, perPage: '100' }));
  return items.find((mail) => mail.subject === subject)!.id;
}
