import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * The running version, from package.json, with the commit if known: '0.1.0+7f30473'. The project is the working
 * directory.
 */
export function productVersion(): string {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' });
  return status === 0 ? `${version}+${stdout.trim()}` : version;
}
