import { splitScripts } from '#lib/values/split-scripts.ts';

/** Text in which a name in another script keeps together and says its language, as components/records/Words.astro draws it. */
export function Words({ text }: { text: string }) {
  const { words, other, lang } = splitScripts(text);
  if (other === '') return words;
  return (
    <>
      {words}
      {words !== '' && ' '}
      <span className={words === '' ? undefined : 'other-script'} lang={lang}>
        {other}
      </span>
    </>
  );
}
