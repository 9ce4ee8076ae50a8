import type { Language } from './languages.ts';
import { Ability } from './ability.ts';

/** Who acts. Passed to every operation; there is no ambient user. */
export interface Actor {
  type: 'user' | 'app-client' | 'public' | 'system';
  /** The user's id, of an app client that of its owner; '' for the public, and for the system. */
  id: string;
  /** Of an app client its own name. */
  fullName: string;
  /** The app client that acts in the name of the user; its ability holds no more than its scopes. */
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
  /** Those, and every department below the ones the person heads. */
  departmentTreeIds: readonly string[];
  businessEntityIds: readonly string[];
  allEntities: boolean;
  personalRedirect: string | null;
  /** A password set by somebody else must be changed before anything else. */
  mustChangePassword: boolean;
  /** Signs in with more than a password. */
  hasSecondFactor: boolean;
  /** A role asks for a second factor, and there is none: it must be set up before anything else. */
  mustSetUpSecondFactor: boolean;
  /** The session proved who its person is within the last ten minutes (step-up.server.ts). */
  hasProvedIdentity: boolean;
  /** Decisions that wait for this person. */
  waitingCount: number;
  /** By what the person acts, where it is not a session: the link of a mail. */
  channel?: 'mail';
  /** What the request makes once; the store keeps the key beside the record. */
  making?: MadeOnce;
  /** Unread notifications, but those of the decisions; 100 stands for more. */
  unreadCount: number;
  /** Keys without Ctrl or Alt act for this person. */
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

/** Somebody of ours as entries of the log name them, where the session is only beginning or ending: without any right. */
export function personActor(
  request: RequestFacts,
  { id, fullName }: Pick<Actor, 'id' | 'fullName'>,
  sessionId: string,
): Actor {
  return { ...publicActor(request), type: 'user', id, fullName, sessionId };
}

/** The product itself: jobs, the seed. It may do everything its code does; operations that ask rights are not for it. */
export function systemActor(requestId = 'system'): Actor {
  return { ...nobody, type: 'system', fullName: 'System', requestId, allEntities: true };
}

/** Whether a person of ours acts: neither a visitor nor the product itself. */
export function isSignedIn(actor: Actor): boolean {
  return actor.type === 'user';
}

/** Whether a program acts in the name of a person of ours. */
export function isAppClient(actor: Actor): boolean {
  return actor.type === 'app-client';
}

/** The id for created_by and the like: the person who acts, or who answers for the app client; null for everybody else. */
export function personId(actor: Actor): string | null {
  return isSignedIn(actor) || isAppClient(actor) ? actor.id : null;
}
