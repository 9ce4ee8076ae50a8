/**
 * A button that is on or off (`aria-pressed`), and shows it at once. What it switches is a noun at `data-toggle`, set by
 * the method in `data-set` and ended by DELETE. When that is refused the button goes back, and the reason is said. Without
 * this script its form does the same with a new page.
 */
import { callOf } from '#lib/values/paths.ts';
import { api } from '../api.ts';
import { showToast } from '../stores/toasts.ts';

/** Switches the button (`shell/after-start.ts` listens for it). */
export async function toggle(button: HTMLButtonElement): Promise<void> {
  const { toggle: address, set } = button.dataset as { toggle: string; set: 'PUT' | 'POST' };
  const before = button.ariaPressed;
  const isOn = before === 'true';
  button.ariaPressed = String(!isOn);
  try {
    await api(callOf(address), { method: isOn ? 'DELETE' : set });
  } catch (error) {
    button.ariaPressed = before;
    showToast((error as Error).message, 'error');
  }
}
