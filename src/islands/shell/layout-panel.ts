import { choose, layoutAttributes } from '#lib/settings/layout-rules.ts';
import type { LayoutSettings } from '#lib/settings/layout-settings.ts';

const name = 'layout'; // LAYOUT_COOKIE; its module would bring all choices along
const aYear = 60 * 60 * 24 * 365;
const form = document.getElementById('layout-form') as HTMLFormElement;
const inputs = [...form.querySelectorAll('input')];

// The cookie may be gone while the browser's storage stayed: the choice then takes effect without another request.
const stored = localStorage.getItem(name);
let before = written();
for (const setting of Object.keys(before) as (keyof LayoutSettings)[])
  if (shown()[setting] !== before[setting]) change(setting);
if (stored && stored !== textOf(before))
  storeSettings((before = { ...before, ...Object.fromEntries(new URLSearchParams(stored)) }));

form.addEventListener('change', ({ target }) => change((target as HTMLInputElement).name as keyof LayoutSettings));

form.addEventListener('reset', () => {
  localStorage.removeItem(name);
  document.cookie = `${name}=; path=/; max-age=0`;
  location.reload();
});

function change(setting: keyof LayoutSettings): void {
  const settings = choose(before, setting, shown()[setting]);
  storeSettings(settings);
  // Horizontal and vertical are two documents: the server renders the other one.
  if (settings.layout !== before.layout) location.reload();
  before = settings;
}

/** As rendered by the server: a choice may be made before this script is loaded. */
function written(): LayoutSettings {
  return settingsOf(({ defaultChecked }) => defaultChecked);
}

function shown(): LayoutSettings {
  return settingsOf(({ checked }) => checked);
}

function settingsOf(isChosen: (input: HTMLInputElement) => boolean): LayoutSettings {
  const settings: Record<string, string> = {};
  for (const input of inputs) {
    if (input.type === 'checkbox') settings[input.name] = isChosen(input) ? 'on' : 'off';
    else if (isChosen(input)) settings[input.name] = input.value;
  }
  return settings as LayoutSettings;
}

function storeSettings(settings: LayoutSettings): void {
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
