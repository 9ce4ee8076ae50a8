/**
 * What people are told of, and how unless they choose otherwise (model of purchasing, section 6). One table: an event is
 * added here, with its words in `notifications.<event>`: `name` in the preferences, `title` and `text` when it happens.
 */

/** Headings of the preferences, and what the list can be narrowed to. */
export const KINDS = [
  'approvals',
  'papers',
  'comments',
  'emails',
  'people',
  'clients',
  'finance',
  'operation',
] as const;
export type Kind = (typeof KINDS)[number];

export const MAIL_WAYS = ['at-once', 'digest', 'off'] as const;
export type MailWay = (typeof MAIL_WAYS)[number];

/** How one person is told of one event. */
export interface Channels {
  inApp: boolean;
  mail: MailWay;
  /** Only where a chat-bot is set up. */
  chat: boolean;
  /** In the mailbox, as a notice of the garden: the same record as in the bell, read here is read there. */
  mailbox: boolean;
}

export interface EventDeclaration extends Channels {
  kind: Kind;
  /** Only these are ever told: others are not asked how. */
  audience?: 'administrators' | 'finance' | 'log-readers';
  /** A decision that waits for the person: it cannot be switched off in the bell, which counts it by its task. */
  isTask?: boolean;
  /** It tells of a mail, which is in the mailbox already: there is nothing to choose. */
  isMail?: boolean;
}

const told = { inApp: true, mail: 'at-once', chat: false, mailbox: true } as const;
const asked = { ...told, kind: 'approvals', chat: true, isTask: true } as const;

export const events = {
  'approval.task-opened': asked,
  'approval.task-moved': asked,
  'approval.task-for-another': asked,
  'approval.task-escalated': asked,
  'approval.reminder-half': { ...told, kind: 'approvals', chat: true },
  'approval.reminder-due': { ...told, kind: 'approvals', chat: true },
  'approval.nobody-found': { ...told, kind: 'approvals', audience: 'administrators' },
  'approval.approved': { ...told, kind: 'papers' },
  'approval.returned': { ...told, kind: 'papers' },
  'approval.rejected': { ...told, kind: 'papers' },
  'delegation.made': { ...told, kind: 'approvals' },
  'delegation.made-for-you': { ...told, kind: 'approvals' },
  'delegation.ended': { ...told, kind: 'approvals' },
  'delegation.ended-for-you': { ...told, kind: 'approvals' },
  'paper.handed-over': { ...told, kind: 'papers' },
  'comment.mentioned': { ...told, kind: 'comments' },
  'comment.written': { ...told, kind: 'comments' },
  'user-request.fulfilled': { ...told, kind: 'papers' },
  'user-request.stuck': { ...told, kind: 'papers' },
  'email.received': { ...told, kind: 'emails', mail: 'off', mailbox: false, isMail: true },
  'user.decisions-passed-on': { ...told, kind: 'people', mail: 'off', audience: 'administrators' },
  'app-client.old': { ...told, kind: 'clients' },
  'app-client.ending': { ...told, kind: 'clients' },
  'app-client.unused': { ...told, kind: 'clients' },
  'business-entity.bank-changed': { ...told, kind: 'finance', audience: 'finance' },
  'duties.relaxed-report': { ...told, kind: 'operation', audience: 'log-readers' },
  'job.failed': { ...told, kind: 'operation', audience: 'administrators' },
} as const satisfies Record<string, EventDeclaration>;

export type EventName = keyof typeof events;

export const eventNames = Object.keys(events) as EventName[];

/** The declaration of an event, whatever is set in it. */
export const declarationOf = (event: EventName): EventDeclaration => events[event];

/** Whether it is an event of today: rows of the past may tell of others. */
export const isEvent = (name: string): name is EventName => Object.hasOwn(events, name);

/** The events of one heading, in the order of the table. */
export const eventsOf = (kind: Kind): EventName[] => eventNames.filter((name) => events[name].kind === kind);
