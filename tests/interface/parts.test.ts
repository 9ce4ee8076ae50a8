import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ICONS } from '#lib/values/icons.ts';
import { initials } from '#components/ui/initials.ts';
import { pageNumbers } from '#components/ui/page-numbers.ts';
import { toneOf } from '#lib/records/status-tones.ts';

describe('the pager', () => {
  it('names the first, the last and the neighbours, and leaves out the rest', () => {
    expect(pageNumbers(1, 25)).toEqual([1, 2, null, 25]);
    expect(pageNumbers(13, 25)).toEqual([1, null, 12, 13, 14, null, 25]);
    expect(pageNumbers(25, 25)).toEqual([1, null, 24, 25]);
  });

  it('puts no gap where a single page is missing', () => {
    expect(pageNumbers(1, 3)).toEqual([1, 2, 3]);
    expect(pageNumbers(4, 25)).toEqual([1, 2, 3, 4, 5, null, 25]);
    expect(pageNumbers(1, 1)).toEqual([1]);
  });
});

describe('an avatar', () => {
  it('has the initials of the first two words, in whatever script', () => {
    expect(initials('Hannah Lim')).toBe('HL');
    expect(initials('Grace Tan Mei Ling')).toBe('GT');
    expect(initials('陈美珠')).toBe('陈');
    expect(initials('  ')).toBe('');
  });
});

describe('a status', () => {
  it('that nobody has given a tone lies still', () => {
    expect(toneOf('pending-approval')).toBe('waits');
    expect(toneOf('never-heard-of')).toBe('still');
  });
});

describe('the sprite', () => {
  it('holds every icon and no other (npm run icons draws it)', () => {
    const drawn = [...readFileSync('src/assets/icons.svg', 'utf8').matchAll(/<symbol id="([^"]+)"/g)].map(
      (match) => match[1],
    );
    expect(drawn).toEqual([...ICONS]);
  });
});
