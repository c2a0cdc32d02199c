import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describeReach, describeSizes } from './shape/describe-shape.ts';

/** `npm run shape`: how many files each folder has, how long they are, and how far a change of the last 200 reaches. */
process.chdir(path.join(import.meta.dirname, '..'));

const tracked = git('ls-files', '-z', '--', '*.ts', '*.tsx').split('\0');
const files = tracked.filter((file) => file !== '' && existsSync(file));
console.log(describeSizes(files.map((file) => ({ path: file, text: readFileSync(file, 'utf8') }))));

const log = git('log', '--no-merges', '-200', '--name-only', '--format=%x00');
const commits = log.split('\0').map((names) => names.split('\n').filter((name) => name !== ''));
console.log(describeReach(commits));

function git(...options: string[]): string {
  return execFileSync('git', options, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
