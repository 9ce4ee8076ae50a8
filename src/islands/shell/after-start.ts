/** What each page does as soon as it can be used; loaded by start.ts, so that the page itself stays light. */
import { SESSION_KEY } from '../session-storage.ts';
import { watchChunks } from './chunks.ts';
import { startNavigation } from './navigation.ts';

watchChunks();
startNavigation();

const { person } = document.getElementById('session')?.dataset ?? {};
// Whoever came by the plain form of the sign-in page, or after somebody else, is not in the store yet.
if (person && !localStorage.getItem(SESSION_KEY)?.includes(person))
  void import('../session.ts').then(({ fillSession }) => fillSession());
if (document.querySelector('[data-toggle]')) void import('../ui/toggles.ts');
if (document.getElementById('bell')) void import('./bell.ts');
if (document.querySelector('#toasts > .toast'))
  void import('../stores/toasts.ts').then(({ showLeftToasts }) => showLeftToasts());
