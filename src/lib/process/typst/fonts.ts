import path from 'node:path';

/** The weights the templates use, in the order the templates ask for them; every further one costs memory. */
const files = [
  'inter/400Regular/Inter_400Regular.ttf',
  'inter/600SemiBold/Inter_600SemiBold.ttf',
  'newsreader/500Medium/Newsreader_500Medium.ttf',
  'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  'noto-sans-sc/600SemiBold/NotoSansSC_600SemiBold.ttf',
  'noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf',
  'noto-sans-tamil/600SemiBold/NotoSansTamil_600SemiBold.ttf',
];

/** Absolute paths of the fonts of all prints; `root` is the project's folder. */
export function fontPaths(root: string): string[] {
  return files.map((file) => path.join(root, 'node_modules/@expo-google-fonts', file));
}
