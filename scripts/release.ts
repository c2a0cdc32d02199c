import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { dayOf, instantOf } from '#billing/calendar.ts';
import packageFile from '../package.json' with { type: 'json' };
import { dateNotes, findVersionFault, NEXT, nextNotes, writeVersion } from './release/release-texts.ts';

/**
 * `npm run release -- VERSION` makes a release of what is committed: it checks, writes the version and the day into
 * package.json, the lock file and CHANGELOG.md, commits these files and tags the commit.
 */
const ROOT = path.join(import.meta.dirname, '..');
const CHANGELOG = 'CHANGELOG.md';
const WRITTEN = ['package.json', 'package-lock.json', CHANGELOG];

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: ROOT, encoding: 'utf8' }).trim();

function findFault(version: string): string | undefined {
  const fault = findVersionFault(version, packageFile.version);
  if (fault !== undefined) return fault;
  if (nextNotes(read(CHANGELOG)) === '') return `${CHANGELOG} has no notes below "${NEXT}".`;
  if (git('tag', '--list', `v${version}`) !== '') return `The tag v${version} exists.`;
  return git('status', '--porcelain') === '' ? undefined : 'Commit or remove what is changed here first.';
}

function release(version: string): void {
  execFileSync('npm', ['run', 'check'], { cwd: ROOT, stdio: 'inherit' });
  for (const file of ['package.json', 'package-lock.json'])
    writeFileSync(path.join(ROOT, file), writeVersion(read(file), version));
  const day = dayOf(instantOf(Date.now()));
  writeFileSync(path.join(ROOT, CHANGELOG), dateNotes(read(CHANGELOG), version, day));
  git('commit', '--quiet', '--message', `release: ${version}`, '--', ...WRITTEN);
  try {
    git('tag', '--annotate', `v${version}`, '--message', `Pola ${version}`);
    console.log(`${version} is committed and tagged. Send both: git push --follow-tags`);
  } catch (error) {
    console.log(`${version} is committed, but not tagged: ${error instanceof Error ? error.message : error}`);
  }
}

const { positionals } = parseArgs({ allowPositionals: true });
const [version = ''] = positionals;
const fault = findFault(version);
if (fault === undefined) release(version);
else {
  console.error(fault);
  process.exitCode = 1;
}
