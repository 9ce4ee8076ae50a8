import type { ActDeclaration } from '#lib/documents/document.ts';

/** The classes of an act's button: beside others of a card, in a menu, and of what its dialog does. */
export const actLook = ({ look }: Pick<ActDeclaration, 'look'>) =>
  ({
    button: look === 'primary' ? 'btn-primary' : look === 'danger' ? 'btn-outline btn-danger' : 'btn-outline',
    item: look === 'danger' ? 'item-danger' : '',
    dialog: look === 'danger' ? 'btn-outline btn-danger' : 'btn-primary',
  }) as const;
