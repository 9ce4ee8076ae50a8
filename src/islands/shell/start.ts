/** The script of every page: what HTML cannot do by itself. About 1 KB in all, so that pages have room for theirs. */
import { startCommands } from './commands.ts';
import { startKeys } from './keys.ts';
import { startLayout } from './layout.ts';
import { startScrolling } from './scroll.ts';

startCommands();
startKeys();
startScrolling();
startLayout();
import('./after-start.ts').catch((error: unknown) => {
  console.error(error);
  document
    .getElementById('toasts')!
    .append(document.querySelector<HTMLTemplateElement>('template#not-loaded')!.content);
});
