/** The script of every page: what HTML cannot do by itself. About 1 KB in all, so that pages have room for theirs. */
import { startCommands } from './commands.ts';
import { startKeys } from './keys.ts';
import { startLayout } from './layout.ts';
import { startScrolling } from './scroll.ts';

startCommands();
startKeys();
startScrolling();
startLayout();
void import('./navigation.ts').then(({ startNavigation }) => startNavigation());
if (document.getElementById('bell')) void import('./bell.ts');
if (document.querySelector('#toasts > .toast'))
  void import('../stores/toasts.ts').then(({ showLeftToasts }) => showLeftToasts());
