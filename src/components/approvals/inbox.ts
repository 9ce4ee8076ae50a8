import '#components/ui/choose-all.ts';

/** On a phone the inbox shows the list alone: a tap opens the record. */
const NARROW = matchMedia('(max-width: 980px)');

for (const item of document.querySelectorAll<HTMLAnchorElement>('.inbox-item')) {
  item.addEventListener('click', (event) => {
    if (!NARROW.matches || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    location.assign(item.dataset.open!);
  });
}
