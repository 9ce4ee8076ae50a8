import type { IconName } from '#lib/values/icons.ts';

/** How the button of an act looks; an act without an entry is plain. */
export const actLooks: Record<string, { class: string; icon?: IconName }> = {
  edit: { class: 'btn-outline', icon: 'pencil' },
  withdraw: { class: 'btn-outline', icon: 'undo-2' },
  reject: { class: 'btn-outline btn-danger' },
  return: { class: 'btn-outline' },
  approve: { class: 'btn-primary', icon: 'check' },
  submit: { class: 'btn-primary', icon: 'send' },
  sendRevision: { class: 'btn-primary', icon: 'send' },
  withdrawRevision: { class: 'btn-outline', icon: 'undo-2' },
  amend: { class: '', icon: 'pencil' },
  dropRevision: { class: 'item-danger', icon: 'trash-2' },
  copy: { class: '', icon: 'copy' },
  hold: { class: '', icon: 'lock' },
  release: { class: '', icon: 'undo-2' },
  close: { class: '', icon: 'check' },
  reopen: { class: '', icon: 'undo-2' },
  reverse: { class: 'item-danger', icon: 'undo-2' },
  void: { class: 'item-danger', icon: 'ban' },
  cancel: { class: 'item-danger', icon: 'ban' },
  restore: { class: 'btn-primary', icon: 'undo-2' },
  delete: { class: 'item-danger', icon: 'trash-2' },
};
