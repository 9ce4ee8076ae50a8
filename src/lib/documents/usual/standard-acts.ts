/** The acts that every document has, by the rights that reach them. Browser-safe. */
import type { ActDeclaration, ActGrant } from '../document.ts';

/** The rights that reach the acts every document has; what a kind does not offer is left out. */
export interface StandardRights<S extends string> {
  edit: readonly ActGrant<S>[];
  submit: readonly ActGrant<S>[];
  withdraw: readonly ActGrant<S>[];
  cancel: readonly ActGrant<S>[];
  /** Who may make one; copying a document is making another. */
  copy?: readonly string[];
  /** People who may put it on hold and release it. */
  hold?: readonly ActGrant<S>[];
  /** Drafts without a number: people who may change them. */
  delete?: readonly ActGrant<S>[];
  /** People who may void it as issued in error; over the transition `void`. */
  void?: readonly ActGrant<S>[];
  /**
   * People who may have it reversed; over the transitions `reverse`, and `reversal` of the reversing document, which
   * takes effect at once.
   */
  reverse?: readonly ActGrant<S>[];
  /**
   * People who may close it because the rest is not needed, and reopen it; over the transitions `close` and `reopen`.
   */
  close?: readonly ActGrant<S>[];
}

type Acts = Record<string, ActDeclaration<any, any>>;

/**
 * The acts of a document that is written, sent, decided on, taken back and ended (model of purchasing, 0.2), over
 * the transitions `submit`, `withdraw`, `withdrawDecided`, `approveStep`, `approve`, `return`, `reject` and `cancel`.
 */
export function standardActs<S extends string>(may: StandardRights<S>): Acts {
  const decides = {
    may: [{ who: 'asked' }],
    byPeople: true,
    apartFrom: { 'requester-approver': ['requester', 'creator', 'author', 'submit'] },
  } as const;
  return {
    edit: { may: may.edit, address: '', icon: 'pencil', because: { 'pending-approval': 'locked-while-deciding' } },
    submit: { may: may.submit, transition: 'submit', address: 'submission', icon: 'send', look: 'primary' },
    withdraw: {
      may: may.withdraw,
      transition: ['withdraw', 'withdrawDecided'],
      address: 'withdrawal',
      icon: 'undo-2',
      bulk: true,
    },
    approve: { ...decides, transition: 'approveStep', address: 'approval', icon: 'check', look: 'primary' },
    return: { ...decides, transition: 'return', asks: 'comment', address: 'return' },
    reject: { ...decides, transition: 'reject', asks: 'comment', address: 'rejection', look: 'danger' },
    ...(may.copy && {
      copy: { may: [{ rights: may.copy, reach: 'any' }], address: 'copy', makes: true, seldom: true, icon: 'copy' },
    }),
    ...(may.hold && {
      hold: { may: may.hold, asks: 'reason', inverse: 'release', address: 'hold', seldom: true, icon: 'lock' },
      release: { may: may.hold, inverse: 'hold', address: 'hold', seldom: true, icon: 'undo-2' },
    }),
    ...(may.close && {
      close: {
        may: may.close,
        transition: 'close',
        asks: 'reason',
        inverse: 'reopen',
        address: 'closure',
        seldom: true,
        icon: 'check',
      },
      reopen: {
        may: may.close,
        transition: 'reopen',
        inverse: 'close',
        address: 'closure',
        seldom: true,
        icon: 'undo-2',
      },
    }),
    cancel: {
      ...ENDS,
      may: may.cancel,
      transition: 'cancel',
      withoutReason: ['draft'],
      address: 'cancellation',
      bulk: true,
    },
    ...(may.reverse && {
      reverse: { ...ENDS, may: may.reverse, transition: 'reverse', address: 'reversal', icon: 'undo-2' },
    }),
    ...(may.void && { void: { ...ENDS, may: may.void, transition: 'void', address: 'voiding' } }),
    ...(may.delete && {
      delete: {
        may: may.delete,
        from: ['draft'],
        inverse: 'restore',
        address: 'deletion',
        confirms: true,
        seldom: true,
        icon: 'trash-2',
        look: 'danger',
        bulk: true,
      },
      restore: {
        may: may.delete,
        from: ['draft'],
        inverse: 'delete',
        address: 'deletion',
        icon: 'undo-2',
        look: 'primary',
      },
    }),
  };
}

/** What ends a document for good: it says why. */
const ENDS = { asks: 'reason', seldom: true, icon: 'ban', look: 'danger' } as const;
