/** The own script of every page: what HTML cannot do by itself. Under 1 KB together, so that pages keep room for theirs. */
import { startCommands } from './commands.ts';
import { startScrolling } from './scroll.ts';
import { startToasts } from './toasts.ts';

startCommands();
startToasts();
startScrolling();
