/** A name in two scripts: 'Ong Siew Lan 王秀兰' is 'Ong Siew Lan' and 王秀兰, which is Chinese. */
export function splitScripts(text: string): { words: string; other: string; lang: 'zh' | 'ta' | undefined } {
  const parts = /^(.*?)\s*((?:\p{Script=Han}|\p{Script=Tamil})[\p{Script=Han}\p{Script=Tamil}\p{M}\s·]*)$/u.exec(text);
  const other = parts?.[2] ?? '';
  return {
    words: parts ? parts[1]! : text,
    other,
    lang: other === '' ? undefined : /\p{Script=Han}/u.test(other) ? 'zh' : 'ta',
  };
}
