import type { Actor } from '#lib/values/actor.ts';
import { publicActor } from '#lib/values/actor.ts';
import type { Language } from '#lib/values/languages.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';

export interface FakePage extends PostedPage {
  flashes: { text: string }[];
}

/** What a page sees of a request, as far as forms need it: a GET, or a POST of these fields. */
export function pageOf(
  path: string,
  {
    fields,
    actor = publicActor({ requestId: 'test', ip: '203.0.113.7', userAgent: 'a phone' }),
    language = 'en',
    params = {},
  }: {
    fields?: Record<string, string | string[]>;
    actor?: Actor;
    language?: Language;
    params?: Record<string, string>;
  } = {},
): FakePage {
  const url = new URL(path, 'http://garden.example');
  const flashes: { text: string }[] = [];
  const body = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) for (const one of [value].flat()) body.append(name, one);
  return {
    flashes,
    url,
    params,
    response: { status: 200, headers: new Headers() },
    request: fields
      ? new Request(url, { method: 'POST', body, headers: { 'user-agent': 'a phone' } })
      : new Request(url, { headers: { 'user-agent': 'a phone' } }),
    locals: { actor, language, t: translatorFor(language), requestId: 'test' },
    cookies: { get: () => undefined, set: (_: string, value: string) => flashes.push(JSON.parse(value)) },
    clientAddress: '203.0.113.7',
    redirect: (to: string, status: number) => new Response(null, { status, headers: { location: to } }),
  } as unknown as FakePage;
}
