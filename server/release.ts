import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import packageFile from '../package.json' with { type: 'json' };
import { listMigrations } from './db/every-migration.ts';
import { programFolder, RELEASE_FILE } from './program-files.ts';

/** The release of the running program. */
export interface Release {
  version: string;
  /** The commit from which the program was built, or `unknown`. `-changed` after it: its sources were changed. */
  commit: string;
  /** The name of the last migration. */
  schema: string;
}

const UNKNOWN_COMMIT = 'unknown';

export const release: Release = {
  version: packageFile.version,
  commit: readCommit(path.join(programFolder, RELEASE_FILE)),
  schema: listMigrations().at(-1) ?? '',
};

function readCommit(file: string): string {
  if (!existsSync(file)) return UNKNOWN_COMMIT;
  const { commit } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Release>;
  return commit ?? UNKNOWN_COMMIT;
}

/** Returns the release as people read it, such as `Pola 0.4.0 (commit 1a2b3c4d, schema 0008-copies-elsewhere)`. */
export function describeRelease({ version, commit, schema }: Release = release): string {
  return `Pola ${version} (commit ${commit}, schema ${schema})`;
}
