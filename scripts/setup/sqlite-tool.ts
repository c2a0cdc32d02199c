import { existsSync } from 'node:fs';
import { installDebianPackages } from './install.ts';

const USUAL_PLACES = ['/usr/bin/sqlite3', '/usr/local/bin/sqlite3', '/opt/homebrew/bin/sqlite3'];

function findSqliteTool(): string | undefined {
  return [process.env.SQLITE3_PATH, ...USUAL_PLACES].find(
    (place) => place !== undefined && place !== '' && existsSync(place),
  );
}

/**
 * The sqlite3 command that backups are tried with: SQLITE3_PATH, one in a usual place, else Debian's, installed now. Throws
 * one line saying how to get one.
 */
export function ensureSqliteTool(): string {
  const found = findSqliteTool() ?? (installDebianPackages('sqlite3') ? findSqliteTool() : undefined);
  if (found) return found;
  throw new Error(
    'The sqlite3 command is missing: install it (Debian: apt-get install sqlite3; macOS has it), or name it in SQLITE3_PATH.',
  );
}
