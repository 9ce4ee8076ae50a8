import type { AstroGlobal } from 'astro';
import { describeEntry } from '#lib/on-records/history/describe.server.ts';
import { OUTCOMES, readLogQuery, type LogQuery } from './log-query.ts';
import { eventName, subjectName } from './log-words.server.ts';
import { knownEvents, readLog } from './log-reading.server.ts';
import { lastVerification, verifyLog } from '#lib/activity/verification.server.ts';
import { actionsOf } from '#lib/values/rights-catalogue.ts';
import type { Choice } from '#lib/records/list/choices.server.ts';
import { allDeclarations, labels } from '#lib/records/entity.ts';
import type { Translate } from '#lib/values/languages.ts';
import { postedActs } from '#lib/records/form/posted-acts.server.ts';
import { users } from '#lib/directory/user/user.server.ts';

/** The options of the filters, by name. */
export type LogChoices = Record<'who' | 'subject' | 'event' | 'outcome', Choice[]>;

/** The activity log in the state of its address, in the reader's language; `?open=` names the expanded entry. */
export async function logPage(astro: AstroGlobal) {
  const { actor, t, language } = astro.locals;
  const posted = await postedActs(astro, { prove: async () => proofSentence(t, await verifyLog()) });
  const query = readLogQuery(astro.url.searchParams);
  const page = await readLog(actor, { ...query, field: fieldNames(query.field, t) });
  const [proved, choices, entries] = await Promise.all([
    lastVerification(),
    choicesOf(t),
    describeEntry(page.items, { t, language }),
  ]);
  const open = entries.find(({ entry }) => String(entry.seq) === astro.url.searchParams.get('open')) ?? null;
  return {
    query,
    total: page.total,
    entries,
    open,
    choices,
    proof: {
      isBroken: Boolean(proved?.brokenDay),
      sentence: proved ? proofSentence(t, proved) : t('activity.log.proof.notYet'),
    },
    done: posted.done,
  };
}

function proofSentence(t: Translate, { brokenDay, provedAt }: { brokenDay: string | null; provedAt: string }): string {
  return brokenDay
    ? t('activity.log.proof.broken', { day: brokenDay, at: provedAt })
    : t('activity.log.proof.holds', { at: provedAt });
}

async function choicesOf(t: Translate): Promise<LogChoices> {
  const [people, events] = await Promise.all([
    users.choices(['active', 'invited', 'suspended', 'locked', 'deactivated']),
    knownEvents(),
  ]);
  const sorted = (choices: Choice[]) => choices.toSorted((a, b) => a.label.localeCompare(b.label));
  return {
    who: people,
    subject: sorted([...actionsOf.keys()].map((value) => ({ value, label: subjectName(t, value) }))),
    event: sorted(events.map((value) => ({ value, label: eventName(t, value) }))),
    outcome: OUTCOMES.map((value) => ({ value, label: t(`activity.log.outcomes.${value}`) })),
  };
}

/** The names of the fields with these labels, and the labels themselves: 'Job title' is 'jobTitle'. */
function fieldNames(words: string, t: Translate): string {
  if (words === '') return '';
  const wanted = words.toLowerCase();
  const named = allDeclarations().flatMap((of) =>
    Object.keys(of.fields).filter((name) => t(labels.field(of, name)).toLowerCase() === wanted),
  );
  const subjects = [...actionsOf.keys()].filter((subject) => subjectName(t, subject).toLowerCase() === wanted);
  return [...new Set([words, ...named, ...subjects])].join(',');
}

export type LogView = Awaited<ReturnType<typeof logPage>>;
export type { LogQuery };
