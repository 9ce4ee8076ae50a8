import '#components/records/list/list.ts';

/** One decision at a time: a second click would be about a document that is decided already. */
let isDeciding = false;
const decision = document.querySelector<HTMLFormElement>('#decision');
decision?.addEventListener('submit', (event) => {
  if (isDeciding) event.preventDefault();
  isDeciding = true;
});
addEventListener('pageshow', () => (isDeciding = false));

/** On a phone the inbox shows the list alone: a tap opens the record. */
const NARROW = matchMedia('(max-width: 980px)');

for (const item of document.querySelectorAll<HTMLAnchorElement>('.inbox-item')) {
  item.addEventListener('click', (event) => {
    if (!NARROW.matches || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    location.assign(item.dataset.open!);
  });
}
