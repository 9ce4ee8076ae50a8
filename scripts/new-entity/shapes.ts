import type { ShapeName } from './options.ts';
import { labelsOf } from './record/labels.ts';
import { recordFiles } from './record/record-files.ts';
import type { Shape } from './shape.ts';

/** What can be written, each in a folder of its own. */
export const shapes: Record<ShapeName, Shape> = { record: { files: recordFiles, labels: labelsOf } };
