import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { listFiles, readFiles, readSources } from './check/read-sources.ts';
import { describeLanguage } from './shape/describe-language.ts';
import { describeReach, describeSizes } from './shape/describe-shape.ts';

/** `npm run shape`. */
process.chdir(path.join(import.meta.dirname, '..'));
const sources = readSources(readFiles(listFiles()));
console.log(describeSizes(sources));
console.log(describeLanguage(sources));

const options = ['log', '--no-merges', '-200', '--name-only', '--format=%x00'];
const log = execFileSync('git', options, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const commits = log.split('\0').map((names) => names.split('\n').filter((name) => name !== ''));
console.log(describeReach(commits));
