import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** `git archive` writes its commit into this file (.gitattributes). */
const ARCHIVE_FILE = 'scripts/setup/archive-commit.txt';
const COMMIT = /^[0-9a-f]{40}$/;

/**
 * Returns the commit of the sources below a folder: that of POLA_COMMIT, of git, or of the archive from which they were
 * unpacked. `-changed` after it: the files that git tracks were changed.
 */
export function findCommit(folder: string, { POLA_COMMIT: given = '' } = process.env): string | undefined {
  if (given !== '') return given;
  // Without this condition git would answer for a repository that contains the folder.
  if (existsSync(path.join(folder, '.git'))) return commitOfGit(folder);
  const file = path.join(folder, ARCHIVE_FILE);
  const archived = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return COMMIT.test(archived) ? archived : undefined;
}

function commitOfGit(folder: string): string | undefined {
  // git refuses a repository of another account otherwise; nothing is run that the repository names.
  const git = (...parameters: string[]) =>
    execFileSync('git', ['-c', `safe.directory=${folder}`, '-c', 'core.fsmonitor=false', '-C', folder, ...parameters], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `${git('rev-parse', 'HEAD')}${isChanged ? '-changed' : ''}`;
  } catch {
    return undefined;
  }
}
