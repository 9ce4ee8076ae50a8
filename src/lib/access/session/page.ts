import type { Subject } from '#lib/values/rights-catalogue.ts';

/** The right needed: any one of the actions on the subject. */
export interface Need {
  subject: Subject;
  anyOf: readonly string[];
}

export interface Crumb {
  /** A label key, or literal text (a document's number). */
  label?: string;
  text?: string;
  path?: string;
}

export interface PageDeclaration {
  kind: 'staff' | 'public';
  /** Label key of the title and the heading. */
  title: string;
  /** Label key of the section heading; every staff page has one (specification, section 2). */
  section?: string;
  breadcrumb: readonly Crumb[];
  can?: Need;
  /** Public pages that redirect signed-in people (login, register …). */
  signedOutOnly?: boolean;
  /**
   * Public pages that are the same for every visitor without a cookie: they depend on the language, not on clock or
   * visitor, and what they show of the database may be a minute old. One response serves many.
   */
  cached?: boolean;
  /** Always allowed to signed-in people (my profile and its pages). */
  always?: boolean;
  /** Navigation within the same path keeps the scroll position (specification, section 2). */
  keepScroll?: boolean;
}

/**
 * A page of the back office: title, breadcrumb and the right that opens it. The middleware refuses a page that declares
 * nothing.
 */
export function staffPage(
  page: Omit<PageDeclaration, 'kind' | 'signedOutOnly' | 'cached'> & { section: string } & (
      { can: Need } | { always: true }
    ),
): PageDeclaration {
  return { kind: 'staff', ...page };
}

/** A page that needs no right. */
export function publicPage(
  page: Pick<PageDeclaration, 'title' | 'signedOutOnly' | 'cached'> & { breadcrumb?: readonly Crumb[] },
): PageDeclaration {
  return { kind: 'public', breadcrumb: [], ...page };
}

/** What one value of `…/[act]` in an address stands for: the act, who may do it, and how it is described. */
export interface ActAccess {
  act: string;
  access: EndpointAccess;
  /** What the person says with it. */
  asks?: 'reason' | 'comment' | undefined;
  /** Possible in every status; otherwise the operation checks. */
  always?: boolean;
  /** It creates another record: 201. */
  makes?: boolean | undefined;
}

export type EndpointAccess =
  | { kind: 'by-act'; acts: Readonly<Record<string, ActAccess>> }
  | { kind: 'open' }
  | { kind: 'signed-in' }
  | { kind: 'caller' }
  | { kind: 'can'; needs: readonly Need[]; byPeople?: true };

/** The method needs any one of the actions on the subject. */
export function can(subject: Subject, ...anyOf: [string, ...string[]]): EndpointAccess {
  return { kind: 'can', needs: [{ subject, anyOf }] };
}

/**
 * The same, and a person: what somebody must answer for, such as a decision, is never done by an app client, whatever
 * its rights.
 */
export function personCan(subject: Subject, ...anyOf: [string, ...string[]]): EndpointAccess {
  return { kind: 'can', needs: [{ subject, anyOf }], byPeople: true };
}

/** The method needs no right; it checks for itself what it must (a signature, a token, a password). */
export function open(): EndpointAccess {
  return { kind: 'open' };
}

/** The method needs a signed-in person or an app client, and no particular right. */
export function caller(): EndpointAccess {
  return { kind: 'caller' };
}

/** The method needs a signed-in person and no particular right; it is closed to app clients. */
export function signedIn(): EndpointAccess {
  return { kind: 'signed-in' };
}
