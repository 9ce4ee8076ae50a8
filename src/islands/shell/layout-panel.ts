import {
  choose, LAYOUT_COOKIE, layoutAttributes, type LayoutSetting, parseLayout, serializeLayout,
} from '#lib/platform/layout-settings.ts';

const form = document.getElementById('layout-form') as HTMLFormElement;
const aYear = 60 * 60 * 24 * 365;

let settings = parseLayout(localStorage.getItem(LAYOUT_COOKIE) ?? form.dataset.settings);
// The cookie may have gone while the storage stayed: the choice then takes effect without another request.
if (serializeLayout(settings) !== form.dataset.settings) keep();

form.addEventListener('change', (event) => {
  const input = event.target as HTMLInputElement;
  const value = input.type === 'checkbox' ? (input.checked ? 'on' : 'off') : input.value;
  const before = settings.layout;
  settings = choose(settings, input.name as LayoutSetting, value as never);
  keep();
  // Horizontal and vertical are two documents: the server draws the other one.
  if (settings.layout !== before) location.reload();
});

form.addEventListener('reset', () => {
  settings = parseLayout('');
  keep();
  location.reload();
});

function keep(): void {
  const text = serializeLayout(settings);
  localStorage.setItem(LAYOUT_COOKIE, text);
  document.cookie = `${LAYOUT_COOKIE}=${encodeURIComponent(text)}; path=/; max-age=${aYear}; samesite=lax`;
  for (const [name, value] of Object.entries(layoutAttributes(settings))) {
    if (value === undefined) document.documentElement.removeAttribute(name);
    else document.documentElement.setAttribute(name, value);
  }
  for (const input of form.querySelectorAll('input')) {
    const value = settings[input.name as LayoutSetting];
    input.checked = input.type === 'checkbox' ? value === 'on' : value === input.value;
  }
}
