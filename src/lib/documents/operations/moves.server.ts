import { withdrawApproval } from '#lib/approvals/approvals.server.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import { kebab } from '#lib/values/names.ts';
import type { ActDeclaration, AnyDocument } from '../document.ts';
import { endDocument, type Moves } from './ends.server.ts';
import { reasonFor, type LifeRules, type Operation, type RowOfDocument } from '../life-rules.ts';

/**
 * The acts of one kind that move it along a transition: whatever its declaration names beside the acts that have a meaning
 * for all (`known`). Each asks right, version and status, and why where the declaration says so (422 `reason-needed`);
 * the reason is in its log entry, and stored where the document comes to an end. What it does besides stands in
 * `rules.moves`. An approval that is running ends with the status that it was for.
 */
export function movesOf<D extends AnyDocument>(
  of: D,
  rules: LifeRules<RowOfDocument<D>>,
  known: object,
  { transition, ask }: Moves<RowOfDocument<D>>,
): Record<string, Operation<RowOfDocument<D>>> {
  type Row = RowOfDocument<D>;

  /** Whether the approval of the document itself runs; in other statuses it is that of a revision. */
  const isAsked = (status: string): boolean => of.transitions['approveStep']?.from.includes(status) ?? false;

  const move =
    (act: string, declared: ActDeclaration): Operation<Row> =>
    async (actor, seen, input, within) => {
      const { transition: name } = declared;
      const { values, after, afterCommit } = rules.moves?.[act] ?? {};
      const params = {};
      const to: string = of.transitions[name as string].to;
      const isEnd = of.final.includes(to);
      const told: WriteOptions = {
        tx: within,
        event: kebab(act),
        params,
        ...(after && { after: (row: Row, tx) => after(tx, actor, row) }),
        ...(afterCommit && { afterCommit }),
      };
      const work = async (row: Row, tx: Parameters<typeof withdrawApproval>[0]) => {
        await ask(act, actor, row, tx, params);
        const reason = reasonFor(declared, row, input, params);
        if (to !== row.status && isAsked(row.status)) await withdrawApproval(tx, of.docType, row.id);
        const reopened = of.final.includes(row.status) ? { endedReason: null } : {};
        const ending = isEnd ? await endDocument(tx, actor, of, row, reason) : reopened;
        return { ...(await values?.(tx, actor, row)), ...ending };
      };
      return transition(name as string, actor, seen, work, told);
    };

  const own = Object.entries(of.acts as Record<string, ActDeclaration>).filter(([act]) => !Object.hasOwn(known, act));
  return Object.fromEntries(
    own.filter(([, declared]) => isMove(of, declared)).map(([act, declared]) => [act, move(act, declared)]),
  );
}

/** Throws where an act of the declaration would do nothing: it is a move, or its kind says what it does. */
export function requireOperations(of: AnyDocument, operations: object): void {
  const idle = Object.entries(of.acts as Record<string, ActDeclaration>)
    .filter(([act, { address }]) => address !== '' && !Object.hasOwn(operations, act))
    .map(([act]) => act);
  if (idle.length > 0)
    throw new Error(
      `${of.name}: nothing carries out ${idle.join(', ')}. An act of its own names one transition and asks for a reason or nothing; amendments need rules.amend, copies rules.copy`,
    );
}

const isMove = (of: AnyDocument, { transition, asks }: ActDeclaration): boolean =>
  typeof transition === 'string' && transition in of.transitions && asks !== 'comment';
