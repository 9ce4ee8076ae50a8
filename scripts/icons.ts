/** Draws src/assets/icons.svg, one symbol for each name in src/lib/values/icons.ts. Run it after adding a name. */
import { readFileSync, writeFileSync } from 'node:fs';
import { ICONS } from '#lib/values/icons.ts';

const symbols = ICONS.map((name) => {
  const drawing = readFileSync(`node_modules/lucide-static/icons/${name}.svg`, 'utf8');
  const shapes = drawing.slice(drawing.indexOf('>', drawing.indexOf('<svg')) + 1, drawing.lastIndexOf('</svg>'));
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.replace(/\s*\n\s*/g, '')}</symbol>`;
});

const licence = '<!-- Lucide, ISC licence, https://lucide.dev -->';
writeFileSync(
  'src/assets/icons.svg',
  `<svg xmlns="http://www.w3.org/2000/svg">\n${licence}\n${symbols.join('\n')}\n</svg>\n`,
);
console.log(`${ICONS.length} icons`);
