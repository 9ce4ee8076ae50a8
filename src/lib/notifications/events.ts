/**
 * The events people are notified of, and the default channels (model of purchasing, section 6). One table: an event is
 * added here, with its texts in `notifications.<event>`: `name` in the preferences, `title` and `text` when it happens.
 */

/** Headings of the preferences, and filters of the list. */
export const KINDS = [
  'approvals',
  'documents',
  'comments',
  'emails',
  'people',
  'clients',
  'finance',
  'operation',
] as const;
export type Kind = (typeof KINDS)[number];

export const MAIL_CHANNELS = ['at-once', 'digest', 'off'] as const;
export type MailChannel = (typeof MAIL_CHANNELS)[number];

/** The channels of one event for one person. */
export interface Channels {
  inApp: boolean;
  mail: MailChannel;
  /** Only where a chat-bot is configured. */
  chat: boolean;
}

export interface EventDeclaration extends Channels {
  kind: Kind;
  /** Only these are ever notified; others do not find it in their preferences. */
  audience?: 'administrators' | 'finance' | 'log-readers';
  /** A decision that waits for the person: it cannot be switched off in the bell, which counts it by its task. */
  isTask?: boolean;
}

const defaultChannels = { inApp: true, mail: 'at-once', chat: false } as const;
const decisionChannels = { ...defaultChannels, kind: 'approvals', chat: true, isTask: true } as const;

export const events = {
  'approval.task-opened': decisionChannels,
  'approval.task-reassigned': decisionChannels,
  'approval.task-for-another': decisionChannels,
  'approval.task-escalated': decisionChannels,
  'approval.reminder-half': { ...defaultChannels, kind: 'approvals', chat: true },
  'approval.reminder-due': { ...defaultChannels, kind: 'approvals', chat: true },
  'approval.nobody-found': { ...defaultChannels, kind: 'approvals', audience: 'administrators' },
  'approval.approved': { ...defaultChannels, kind: 'documents' },
  'approval.returned': { ...defaultChannels, kind: 'documents' },
  'approval.rejected': { ...defaultChannels, kind: 'documents' },
  'delegation.made': { ...defaultChannels, kind: 'approvals' },
  'delegation.made-for-you': { ...defaultChannels, kind: 'approvals' },
  'delegation.ended': { ...defaultChannels, kind: 'approvals' },
  'delegation.ended-for-you': { ...defaultChannels, kind: 'approvals' },
  'document.reassigned': { ...defaultChannels, kind: 'documents' },
  'document.voided': { ...defaultChannels, kind: 'documents' },
  'document.reversed': { ...defaultChannels, kind: 'documents' },
  'document.closed': { ...defaultChannels, kind: 'documents' },
  'document.reopened': { ...defaultChannels, kind: 'documents' },
  'comment.mentioned': { ...defaultChannels, kind: 'comments' },
  'comment.written': { ...defaultChannels, kind: 'comments' },
  'user-request.fulfilled': { ...defaultChannels, kind: 'documents' },
  'user-request.stuck': { ...defaultChannels, kind: 'documents' },
  'email.received': { ...defaultChannels, kind: 'emails', mail: 'off' },
  'user.decisions-reassigned': { ...defaultChannels, kind: 'people', mail: 'off', audience: 'administrators' },
  'app-client.old': { ...defaultChannels, kind: 'clients' },
  'app-client.ending': { ...defaultChannels, kind: 'clients' },
  'app-client.unused': { ...defaultChannels, kind: 'clients' },
  'business-entity.bank-changed': { ...defaultChannels, kind: 'finance', audience: 'finance' },
  'duties.relaxed-report': { ...defaultChannels, kind: 'operation', audience: 'log-readers' },
  'job.failed': { ...defaultChannels, kind: 'operation', audience: 'administrators' },
} as const satisfies Record<string, EventDeclaration>;

export type EventName = keyof typeof events;

export const eventNames = Object.keys(events) as EventName[];

/** The declaration of an event, as the general type. */
export const declarationOf = (event: EventName): EventDeclaration => events[event];

/** Whether it is a current event: old rows may have others. */
export const isEvent = (name: string): name is EventName => Object.hasOwn(events, name);

/** The events under one heading, in the order of the table. */
export const eventsOf = (kind: Kind): EventName[] => eventNames.filter((name) => events[name].kind === kind);
