import { expect, test } from 'vitest';
import { nearestWordsIn, nearWordPatterns } from '#lib/values/near-word.ts';

const meant = (typed: string, text: string) => nearestWordsIn(text, nearWordPatterns(typed));

test('a letter wrong, missing, too many, or two the wrong way round', () => {
  for (const typed of ['hamnah', 'hanah', 'hannnah', 'ahnnah', 'hannha', 'xhannah', 'annah', 'Hánah'])
    expect(meant(typed, ' hannah lim '), typed).toEqual(['hannah']);
  for (const typed of ['hamah', 'hnah', 'nnahan', 'lima']) expect(meant(typed, ' hannah lin '), typed).toEqual([]);
});

test('the beginning of a longer word counts, after a word that is nearer', () => {
  expect(meant('gradn', ' grandmother grand ')).toEqual(['grand', 'grandmother']);
  expect(meant('polihs', ' polishing ')).toEqual(['polishing']);
});

test('of numbers, of Chinese and of very short words there is none', () => {
  for (const typed of ['2026', 'pr-2026', '陈伟杰', 'lim', 'a', '', 'a'.repeat(21), 'o’neil', '%%%%'])
    expect(nearWordPatterns(typed), typed).toEqual([]);
  expect(meant('ustone', ' u9648 stone ')).toEqual(['stone']);
});

test('what is typed right is not near to itself', () => {
  expect(nearWordPatterns('hannah')).not.toContain('hannah');
  expect(nearWordPatterns('book').length).toBeLessThan(20);
});
