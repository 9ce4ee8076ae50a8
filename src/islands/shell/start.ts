/** The own script of every page: what HTML cannot do by itself. Kept under 3 KB together. */
import { startCommands } from './commands.ts';
import { startLoadingBar } from './loading.ts';
import { startScrolling } from './scroll.ts';
import { startToasts } from './toasts.ts';

startCommands();
startToasts();
startLoadingBar();
startScrolling();
