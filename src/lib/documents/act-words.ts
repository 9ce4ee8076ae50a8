/** Where the words of an act stand: those of standard acts with all documents, others with the document itself. Browser-safe. */
import type { ActDeclaration, AnyDocument } from './document.ts';
import { standardActs } from './usual/standard-acts.ts';
import { amendmentActs } from './revisions/amendment-acts.ts';

const everybody = { edit: [], submit: [], withdraw: [], cancel: [], copy: [], hold: [], delete: [], void: [] };
const STANDARD = new Set(
  Object.keys({ ...standardActs({ ...everybody, reverse: [], close: [] }), ...amendmentActs([], []) }),
);

const wordsOf = ({ module, key }: AnyDocument, act: string): string =>
  STANDARD.has(act) || act === 'change' ? 'documents' : `${module}.${key}`;

/** Keys of what is said of acts: `documents.acts.cancel`, `purchasing.workOrder.acts.awaitWeather`. */
export const actWords = {
  /** On its button. */
  label: (of: AnyDocument, act: string): string => `${wordsOf(of, act)}.acts.${act}`,
  /** Once it is done; {{name}} is the document. */
  said: (of: AnyDocument, act: string): string => `${wordsOf(of, act)}.said.${act}`,
  /** Above its dialog; {{name}} is the document. */
  heading: (of: AnyDocument, act: string): string => `${wordsOf(of, act)}.dialogs.${act}.heading`,
  /** In its dialog: what it does. */
  text: (of: AnyDocument, act: string): string => `${wordsOf(of, act)}.dialogs.${act}.text`,
};

/** Whether a dialog asks before it is done: for a reason, or whether it is meant. */
export const asksFirst = (of: AnyDocument, act: string): boolean => {
  const { asks, confirms } = of.acts[act] as ActDeclaration;
  return asks !== undefined || confirms === true;
};
