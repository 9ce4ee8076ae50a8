/** What each page does as soon as it can be used; loaded by start.ts, so that the page itself stays light. */
import { SESSION_KEY } from '../session-storage.ts';
import { startBell } from './start-bell.ts';
import { watchChunks } from './chunks.ts';
import { startNavigation } from './navigation.ts';

watchChunks();
startNavigation();

const { person } = document.getElementById('session')?.dataset ?? {};
// Whoever came by the plain form of the sign-in page, or after somebody else, is not in the store yet.
if (person && !localStorage.getItem(SESSION_KEY)?.includes(person))
  void import('../session.ts').then(({ fillSession }) => fillSession());
document.addEventListener('click', (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>('button[data-toggle]');
  if (!button) return;
  event.preventDefault();
  void import('../ui/toggles.ts').then(({ toggle }) => toggle(button));
});
startBell();
if (document.querySelector('#toasts > .toast'))
  void import('../stores/toasts.ts').then(({ showLeftToasts }) => showLeftToasts());
