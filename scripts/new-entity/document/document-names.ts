import { words } from '../names.ts';
import type { Words } from '../shape.ts';
import type { DocumentWish } from './document-wish.ts';

/** What a document is called outside the file of its module, in English: its type where people choose one, its print, the menu. */
export function namesOf({ name, plural, type, docType }: DocumentWish): Record<string, Words> {
  const [one, many] = [words(name), words(plural)];
  return {
    'approvals.json': {
      approvalPolicy: { choices: { docType: { [docType]: one } } },
      approvalDelegation: { choices: { docTypes: { [docType]: one } } },
    },
    'settings.json': { numberSeries: { choices: { docType: { [docType]: many } } } },
    'prints.json': { [name]: { title: one } },
    'menu.json': { [`my${type}s`]: `My ${many.toLowerCase()}` },
  };
}
