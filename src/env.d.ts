/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Unique per request; in the log, in problem answers and on error pages. */
    requestId: string;
    /** The pattern of the route that was asked for: '/directory/users/[id]/edit'. */
    route: string;
    language: import('#lib/values/languages.ts').Language;
    /** The language that the address names ('/de/login'); public pages only. */
    languageInPath: import('#lib/values/languages.ts').Language | null;
    t: import('#lib/values/languages.ts').Translate;
    /** How many statements the request has sent to the database. */
    statements: { count: number };
    actor: import('#lib/values/actor.ts').Actor;
    /** The call of an app client that is being answered: for its log, its usage and the headers of its limit. */
    clientCall?: import('#lib/directory/app-client/calls.server.ts').ClientCall;
    /** What the page that answers has declared of itself. */
    page: import('#lib/access/session/page.ts').PageDeclaration | undefined;
    /** Set by pages that throw or answer an error, so that the shell can show the request id. */
    failure?: { code: string; status: number; params?: Record<string, unknown>; typed?: string };
    /** Keeps the answer for the next visitor, where this one could be answered like any other (cached-pages.server.ts). */
    cachePage?: import('#lib/process/http/cached-pages.server.ts').CachePage;
    /** A form that waits until its sender has proved who it is, and what was wrong with the last answer. */
    heldForm?: { address: string; entries: [string, string][]; refusal?: import('#lib/values/refusal.ts').Refusal };
    /** A message left by the request before, shown once. */
    flash?: import('#lib/process/http/flash.server.ts').Flash;
  }
}

declare namespace Astro {
  interface ClientDirectives {
    /** Comes to life when a person comes near it (islands/shell/on-use.ts). */
    'client:use'?: boolean | string;
  }
}
