import type { MadeLink, PublicLink } from '#lib/access/tokens/public-links.server.ts';
import { bodyOf } from '#lib/process/http/body.server.ts';
import { pageParam } from '#lib/process/http/page-param.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';
import { documentName } from '../document-name.ts';
import { createPrintLink, mayPublishPrint, printLinksOf, revokePrintLink } from './print-links.server.ts';
import { readPrint, type ReadPrint } from './print-reading.server.ts';
import type { Print } from './prints.server.ts';

/** What the preview of a print shows. */
export interface PrintPreview extends ReadPrint {
  print: Print<any, any>;
  /** What the document is called: its number, or its title while it has none. */
  name: string;
  /** The link that was made just now, to be shown this once. */
  made: MadeLink | undefined;
  links: PublicLink[];
  /** Whether the reader may make links. */
  mayPublish: boolean;
}

/**
 * Answers the preview at `…/[id]/preview`, after what its buttons post: `act` is `create` or `revoke` (with `link`).
 */
export async function openPreview(astro: PostedPage, print: Print<any, any>): Promise<PrintPreview> {
  const { actor, t, language } = astro.locals;
  const id = pageParam(astro, 'id');
  const made = await posted(astro, print, id);
  const read = await readPrint(actor, print, id, t, language);
  const links = read.stored ? await printLinksOf(actor, print, id) : [];
  const mayPublish = await mayPublishPrint(actor, print, id);
  return { ...read, print, name: documentName(print.store.of, read.record), made, links, mayPublish };
}

async function posted({ request, locals }: PostedPage, print: Print, id: string): Promise<MadeLink | undefined> {
  if (request.method !== 'POST') return undefined;
  const { act, link } = await bodyOf(request);
  if (act !== 'revoke') return createPrintLink(locals.actor, print, id);
  await revokePrintLink(locals.actor, print, id, String(link));
  return undefined;
}
