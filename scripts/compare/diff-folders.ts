import { spawnSync } from 'node:child_process';

const MOST_LINES = 200;
const MOST_BYTES = 512 * 1024 * 1024;

/** Prints a shortened list of differences and returns the exit code: 0 when all files are equal. */
export function diffFolders(one: string, other: string): number {
  const options = ['--recursive', '--new-file', '--unified=1', '--minimal'];
  const { stdout, stderr, status } = spawnSync('diff', [...options, one, other], {
    maxBuffer: MOST_BYTES,
    encoding: 'utf8',
  });
  if (stderr !== '') console.error(stderr);
  const files = [...stdout.matchAll(/^(?:diff .* |Binary files .* and )(\S+)/gm)].map(([, file]) => file);
  const lines = stdout.split('\n').map((line) => (line.length > 300 ? `${line.slice(0, 300)} ...` : line));
  console.log(lines.slice(0, MOST_LINES).join('\n'));
  if (lines.length > MOST_LINES) console.log(`... and ${lines.length - MOST_LINES} more lines.`);
  console.log(`${files.length} files differ.`);
  return status ?? 1;
}
