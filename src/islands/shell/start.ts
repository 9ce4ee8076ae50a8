/** The script of every page: what HTML cannot do by itself. About 1 KB in all, so that pages have room for theirs. */
import { startCommands } from './commands.ts';
import { startKeys } from './keys.ts';
import { startLayout } from './layout.ts';
import { startScrolling } from './scroll.ts';

startCommands();
startKeys();
startScrolling();
startLayout();
void import('./after-start.ts');
