/** 'Hannah Lim' is HL, 'Grace Tan Mei Ling' GT, '陈美珠' 陈: at most two, from the first two words. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => [...word][0]!.toUpperCase())
    .join('');
}
