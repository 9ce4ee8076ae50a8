/** Links in mails that give access to anyone who holds them. */
import { isTokenLike } from '#lib/values/token-like.ts';

const ADDRESS = /https?:\/\/[^\s<>"']+/g;

/** Replaces a token that was removed. */
const REMOVED = '•••';

/** The text with every token in its addresses removed; the rest of the address stays. */
export function withoutTokens(text: string): string {
  return text.replaceAll(ADDRESS, (address) =>
    address.replaceAll(/(?<=[/=.])[\w~%-]+/g, (part) => (isTokenLike(part) ? REMOVED : part)),
  );
}

/** Whether the text contains a link that gives access to anyone who holds it. */
export const hasTokens = (text: string): boolean => withoutTokens(text) !== text;
