/**
 * Counts down the seconds in which a mail can still be taken back, then removes the button. Not announced each second.
 */
for (const bar of document.querySelectorAll<HTMLElement>('[data-held]')) {
  const end = performance.now() + Number(bar.dataset.held) * 1000;
  const words = bar.querySelector<HTMLElement>('[data-seconds]')!;
  bar.setAttribute('role', 'group');
  const tick = setInterval(() => {
    const left = Math.ceil((end - performance.now()) / 1000);
    if (left > 0) words.textContent = words.dataset.words!.replace('{n}', String(left));
    else {
      clearInterval(tick);
      bar.remove();
    }
  }, 250);
}
