/** A button with `data-copies="id"` copies what stands in that element, and says so in its own words. */
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies]')) {
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copies!)!;
    const isField = source instanceof HTMLInputElement;
    if (isField) source.select();
    await navigator.clipboard.writeText(isField ? source.value : source.innerText);
    button.lastElementChild!.textContent = button.dataset.copied!;
  });
}

export {};
