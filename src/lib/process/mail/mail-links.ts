/** Links in mails that open something for whoever holds them. */
import { isTokenLike } from '#lib/values/token-like.ts';

const ADDRESS = /https?:\/\/[^\s<>"']+/g;

/** What stands where a token was taken out. */
const REMOVED = '•••';

/** The text with every token in its addresses taken out; the rest of the address stays. */
export function withoutTokens(text: string): string {
  return text.replaceAll(ADDRESS, (address) =>
    address.replaceAll(/(?<=[/=.])[\w~%-]+/g, (part) => (isTokenLike(part) ? REMOVED : part)),
  );
}

/** Whether the text holds a link that opens something for whoever holds it. */
export const hasTokens = (text: string): boolean => withoutTokens(text) !== text;
