import type { Language } from './languages.ts';
import { Ability } from './ability.ts';

/** Who acts. Passed to every operation; there is no ambient user. */
export interface Actor {
  type: 'user' | 'app-client' | 'public' | 'system';
  /** The user's id; for an app client that of its owner; '' for the public, and for the system. */
  id: string;
  /** For an app client its own name. */
  fullName: string;
  /** The app client that acts on behalf of the user; its ability is limited to its scopes. */
  client: { id: string; clientId: string } | null;
  username: string;
  email: string;
  language: Language | null;
  image: string | null;
  sessionId: string | null;
  /** The session outlives the browser and does not end when idle. */
  remembered: boolean;
  requestId: string;
  ip: string | null;
  userAgent: string | null;
  ability: Ability;
  mainDepartmentId: string | null;
  /** Departments the person belongs to. */
  departmentIds: readonly string[];
  /** Those, and all departments below the ones the person heads. */
  departmentTreeIds: readonly string[];
  businessEntityIds: readonly string[];
  allEntities: boolean;
  personalRedirect: string | null;
  /** A password set by somebody else must be changed before anything else. */
  mustChangePassword: boolean;
  /** Has a second factor. */
  hasSecondFactor: boolean;
  /** A role requires a second factor, and there is none: it must be set up before anything else. */
  mustSetUpSecondFactor: boolean;
  /** The person proved their identity in this session within the last ten minutes (step-up.server.ts). */
  hasProvedIdentity: boolean;
  /** Number of decisions waiting for this person. */
  waitingCount: number;
  /** What the person acts by, when it is not a session: the link of a mail. */
  channel?: 'mail';
  /** What the request makes once; the store keeps the key beside the record. */
  making?: MadeOnce;
  /** Unread notifications, but those of the decisions; 100 stands for more. */
  unreadCount: number;
  /** Single-key shortcuts are on for this person. */
  singleKeys: boolean;
}

/** What a request makes once: two equal ones with one key make one record of this kind. */
export interface MadeOnce {
  /** The name of the entity. */
  resource: string;
  key: string;
  /** Of everything that was posted. */
  fingerprint: string;
}

/** What is noted of a request wherever something happens because of it. */
export interface RequestFacts {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
}

const nobody: Omit<Actor, 'type' | 'requestId' | 'fullName'> = {
  id: '',
  client: null,
  username: '',
  email: '',
  language: null,
  image: null,
  sessionId: null,
  remembered: false,
  ip: null,
  userAgent: null,
  ability: new Ability([]),
  mainDepartmentId: null,
  departmentIds: [],
  departmentTreeIds: [],
  businessEntityIds: [],
  allEntities: false,
  personalRedirect: null,
  mustChangePassword: false,
  hasSecondFactor: false,
  mustSetUpSecondFactor: false,
  hasProvedIdentity: false,
  waitingCount: 0,
  unreadCount: 0,
  singleKeys: true,
};

/** A visitor who has not signed in. */
export function publicActor(request: RequestFacts): Actor {
  return { ...nobody, type: 'public', fullName: '', ...request };
}

/** A person as named in log entries while the session begins or ends: without any right. */
export function personActor(
  request: RequestFacts,
  { id, fullName }: Pick<Actor, 'id' | 'fullName'>,
  sessionId: string,
): Actor {
  return { ...publicActor(request), type: 'user', id, fullName, sessionId };
}

/**
 * The system itself: jobs, the seed. It may do everything its code does; operations that check rights are not for it.
 */
export function systemActor(requestId = 'system'): Actor {
  return { ...nobody, type: 'system', fullName: 'System', requestId, allEntities: true };
}

/** Whether a person of ours acts: neither a visitor nor the system. */
export function isSignedIn(actor: Actor): boolean {
  return actor.type === 'user';
}

/** Whether an app client acts on behalf of a person. */
export function isAppClient(actor: Actor): boolean {
  return actor.type === 'app-client';
}

/**
 * The id for created_by and similar columns: the person who acts, or who owns the app client; null for everybody else.
 */
export function personId(actor: Actor): string | null {
  return isSignedIn(actor) || isAppClient(actor) ? actor.id : null;
}
