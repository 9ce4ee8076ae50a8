import { choose, layoutAttributes } from '#lib/platform/layout-rules.ts';
import type { LayoutSettings } from '#lib/platform/layout-settings.ts';

const name = 'layout'; // LAYOUT_COOKIE; its module would bring all choices along
const aYear = 60 * 60 * 24 * 365;
const form = document.getElementById('layout-form') as HTMLFormElement;
const inputs = [...form.querySelectorAll('input')];

// The cookie may have gone while the browser's storage stayed: the choice then takes effect without another request.
const stored = localStorage.getItem(name);
if (stored && stored !== textOf(shown())) keep({ ...shown(), ...Object.fromEntries(new URLSearchParams(stored)) });

let before = shown();
form.addEventListener('change', ({ target }) => {
  const changed = (target as HTMLInputElement).name as keyof LayoutSettings;
  const settings = choose(before, changed, shown()[changed]);
  keep(settings);
  // Horizontal and vertical are two documents: the server draws the other one.
  if (settings.layout !== before.layout) location.reload();
  before = settings;
});

form.addEventListener('reset', () => {
  localStorage.removeItem(name);
  document.cookie = `${name}=; path=/; max-age=0`;
  location.reload();
});

function shown(): LayoutSettings {
  const settings: Record<string, string> = {};
  for (const { name: setting, type, value, checked } of inputs) {
    if (type === 'checkbox') settings[setting] = checked ? 'on' : 'off';
    else if (checked) settings[setting] = value;
  }
  return settings as LayoutSettings;
}

function keep(settings: LayoutSettings): void {
  const text = textOf(settings);
  localStorage.setItem(name, text);
  document.cookie = `${name}=${encodeURIComponent(text)}; path=/; max-age=${aYear}; samesite=lax`;
  for (const [attribute, value] of Object.entries(layoutAttributes(settings))) {
    if (value) document.documentElement.setAttribute(attribute, value);
    else document.documentElement.removeAttribute(attribute);
  }
  for (const input of inputs) {
    const value = settings[input.name as keyof LayoutSettings];
    input.checked = value === (input.type === 'radio' ? input.value : 'on');
  }
}

function textOf(settings: LayoutSettings): string {
  return new URLSearchParams(settings).toString();
}
