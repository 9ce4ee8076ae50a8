/**
 * What a staff page carries in its head, before anything of it is seen: keys pressed until its script is there are kept
 * for it (`islands/shell/keys.ts`), and so is the last press of what only a script can do: that of a list
 * (`records/list/list.ts`) or that of a document's form (`islands/documents/typed-before.ts`). Plain text, since it stands in the page as it is; its hash is in the policy of
 * scripts (`astro.config.mjs`). Ctrl K is taken from the browser at once: what it would do cannot be undone later.
 */
export const EARLY_KEYS =
  '{const early=window.earlyKeys=[];' +
  'early.keep=e=>{early.push(e);if((e.ctrlKey||e.metaKey)&&e.key=="k")e.preventDefault()};' +
  'early.press=e=>{early.pressed=e.target.closest("[data-look],[data-discard]")??early.pressed};' +
  'addEventListener("keydown",early.keep);' +
  'addEventListener("click",early.press)}';
