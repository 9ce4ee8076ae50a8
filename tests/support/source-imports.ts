import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** Every file of src that holds code, by its path. */
export const sourceFiles: string[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|tsx|astro)$/.test(name) && !name.endsWith('.d.ts'))
  .map((name) => join('src', name));

export interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

/** Every import of one of those files by another, types included. */
export const sourceImports: Import[] = sourceFiles.flatMap((from) => {
  const text = readFileSync(from, 'utf8');
  return [...text.matchAll(/^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm)].flatMap(
    ([, type, target]) => {
      const to = target!.startsWith('#')
        ? resolveSubpath(target!)
        : target!.startsWith('.')
          ? relative('.', resolve(dirname(from), target!))
          : null;
      return to ? [{ from, to, typeOnly: Boolean(type) }] : [];
    },
  );
});

/** The edges that lie on a circle: each leads to where a way leads back from. */
export function edgesInCircles<E extends { from: string; to: string }>(edges: readonly E[]): E[] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const reachedFrom = (start: string): Set<string> => {
    const reached = new Set([start]);
    for (const one of reached) for (const { to } of next.get(one) ?? []) reached.add(to);
    return reached;
  };
  const reached = new Map([...new Set(edges.map(({ to }) => to))].map((place) => [place, reachedFrom(place)]));
  return edges.filter(({ from, to }) => reached.get(to)!.has(from));
}

function resolveSubpath(target: string): string | null {
  const [, root, rest] = /^#(lib|components|layouts|islands)\/(.+)$/.exec(target) ?? [];
  return root ? `src/${root}/${rest}` : null;
}
