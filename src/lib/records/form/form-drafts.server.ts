import type { Actor } from '#lib/values/actor.ts';

/** Unsaved entries of a form: every control's name with its values, as typed. */
export interface Draft {
  data: Record<string, string[]>;
  savedAt: string;
}

/** Another person typing at a place, and when their draft was last saved. */
export interface OtherEditor {
  fullName: string;
  savedAt: string;
}

/** What a form asks of the drafts at its place, which is the path of its page. */
export interface FormDrafts {
  /** The actor's own draft, or null. */
  draftOf(actor: Actor, place: string): Promise<Draft | null>;
  /** Others who are typing there now, the latest first, as far as they may open the record whose form it is. */
  othersWritingAt(actor: Actor, place: string, record: { entity: string; id: string }): Promise<OtherEditor[]>;
  /** Called when the work was saved. */
  forgetDraft(actor: Actor, place: string): Promise<void>;
}

let registered: FormDrafts = {
  draftOf: async () => null,
  othersWritingAt: async () => [],
  forgetDraft: async () => {},
};

/** Called once, on loading, by the module that stores drafts (`lib/modules.server.ts`); without it forms have none. */
export function registerFormDrafts(drafts: FormDrafts): void {
  registered = drafts;
}

/** The drafts of all forms. */
export const formDrafts = (): FormDrafts => registered;
