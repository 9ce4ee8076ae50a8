import type { BulkAct, Obstacle } from '#lib/records/list/bulk-page.server.ts';
import { isTranslated } from '#lib/process/i18n/translator.server.ts';
import { undoneBy } from '../act-access.ts';
import { actWords } from '../act-words.ts';
import { actsOf, type AllowedAct } from '../acts.server.ts';
import type { ActDeclaration, AnyDocument } from '../document.ts';
import type { Life } from '../life.server.ts';
import { ASKED_MAX } from '#lib/values/constants.ts';

/** Which list of a kind of document: that of all, or that of one's own. */
export type WhichList = 'all' | 'own';

/** The acts that a list of documents offers for several rows: in that of all, those that not its requester alone may do. */
export const bulkNames = (of: AnyDocument, list: WhichList): string[] =>
  Object.entries(of.acts as Record<string, ActDeclaration>)
    .filter(([, { bulk, may }]) => bulk && (list === 'own' || may.some(({ who }) => who === undefined)))
    .map(([act]) => act);

/** The same with what does them, each row asked for itself, and what takes them back without a word. */
export function bulkActsOf<D extends AnyDocument>(life: Life<D>, acts: readonly string[]): Record<string, BulkAct> {
  const { of } = life;
  return Object.fromEntries(
    acts.flatMap((act): [string, BulkAct][] => {
      const made = bulkAct(life, act);
      const inverse = undoneBy(of, act);
      if (!inverse) return [[act, made]];
      const where = act === 'delete' ? ({ onDeleted: true } as const) : ({ onlyUndo: true } as const);
      return [
        [act, { ...made, inverse }],
        [inverse, { ...bulkAct(life, inverse), ...where }],
      ];
    }),
  );
}

function bulkAct<D extends AnyDocument>(life: Life<D>, act: string): BulkAct {
  const { of } = life;
  const run = life.operation(act);
  const { icon, look, asks, withoutReason } = of.acts[act] as ActDeclaration;
  const several = `documents.several.${act}`;
  const text = isTranslated(`${several}.text`, 'en') ? `${several}.text` : actWords.text(of, act);
  return {
    run: (actor, seen, input) => run(actor, seen, input),
    label: actWords.label(of, act),
    isDanger: look === 'danger',
    ...(icon && { icon }),
    ...(isTranslated(`${several}.ask`, 'en') && { several }),
    ...(isTranslated(text, 'en') && { text }),
    ...(asks && {
      asks: { name: asks, label: `documents.dialogs.${asks}`, max: ASKED_MAX[asks] },
      needsWords: ({ status }) => !withoutReason?.includes(status),
    }),
    async obstacles(actor, rows) {
      const ids = rows.map(({ id }) => id);
      const possible = await actsOf(actor, of, ids);
      return new Map(
        rows.flatMap(({ id }): [string, Obstacle][] => {
          const one = possible.get(id)?.find(({ act: name }) => name === act);
          return one?.allowed ? [] : [[id, one ? against(one) : { code: 'not-your-request' }]];
        }),
      );
    },
  };
}

/** Before anything is done the status has not changed: it is one in which the act is not possible. */
const against = ({ reason, params }: AllowedAct): Obstacle =>
  reason === 'state-changed' ? { code: 'not-in-status' } : { code: reason!, params };
