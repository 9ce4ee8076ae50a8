import type { AstroGlobal } from 'astro';
import { searchAnswer, type SearchAnswer } from './search-answer.server.ts';

/**
 * What `/search?q=` shows. The number of a document or the name of a user, exactly, leads straight to the record; `all`
 * stays and shows whatever else has the same words. Its lists are whole: none is a heading with a count and no row.
 */
export async function searchPage(
  astro: Pick<AstroGlobal, 'locals' | 'url' | 'redirect'>,
): Promise<{ answer: SearchAnswer; done: Response | undefined }> {
  const answer = await searchAnswer(astro.locals.actor, astro.locals, astro.url.searchParams.get('q') ?? '', {
    whole: true,
  });
  const leads = answer.exact !== null && !astro.url.searchParams.has('all');
  return { answer, done: leads ? astro.redirect(answer.exact!.href, 303) : undefined };
}
