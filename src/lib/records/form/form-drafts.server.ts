import type { Actor } from '#lib/values/actor.ts';

/** What a person has typed into a form and not saved: every control's name with its values, as typed. */
export interface Draft {
  data: Record<string, string[]>;
  savedAt: string;
}

/** Somebody else who is typing at a place, and when something of it was kept last. */
export interface OtherWriter {
  fullName: string;
  savedAt: string;
}

/** What a form asks of the drafts at its place, which is the path of its page. */
export interface FormDrafts {
  /** The actor's own draft, or null. */
  draftOf(actor: Actor, place: string): Promise<Draft | null>;
  /** Others who are typing there now, the latest first. */
  othersWritingAt(actor: Actor, place: string): Promise<OtherWriter[]>;
  /** Called when the work was saved. */
  forgetDraft(actor: Actor, place: string): Promise<void>;
}

let registered: FormDrafts = {
  draftOf: async () => null,
  othersWritingAt: async () => [],
  forgetDraft: async () => {},
};

/** Called once by what keeps drafts, when its file is loaded (`lib/modules.server.ts`); without it forms have none. */
export function registerFormDrafts(drafts: FormDrafts): void {
  registered = drafts;
}

/** The drafts of all forms. */
export const formDrafts = (): FormDrafts => registered;
