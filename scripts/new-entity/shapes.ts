import { edits } from './document/document-edits.ts';
import { documentFiles } from './document/document-files.ts';
import { labelsOf as documentLabels } from './document/document-labels.ts';
import { namesOf } from './document/document-names.ts';
import { documentWish } from './document/document-wish.ts';
import type { ShapeName } from './options.ts';
import { labelsOf } from './record/labels.ts';
import { recordFiles } from './record/record-files.ts';
import type { Shape } from './shape.ts';

/** What can be written, each in a folder of its own. */
export const shapes: Record<ShapeName, Shape> = {
  record: { files: recordFiles, labels: (wish) => ({ [wish.key]: labelsOf(wish) }) },
  document: {
    files: documentFiles,
    labels: (wish, language, root) => documentLabels(documentWish(wish), language, root),
    names: (wish) => namesOf(documentWish(wish)),
    edits: (wish, root) => edits(documentWish(wish), root),
  },
};
