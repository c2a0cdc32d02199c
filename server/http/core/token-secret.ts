import path from 'node:path';
import { loadSecret } from '../../db/data-folder.ts';
import { DataFolderFault } from '../../db/require-data-folder.ts';

/**
 * Returns the secret that signs tokens: the configured one, else the file in the data folder, created at the first
 * start and readable only by its owner. Several processes on PostgreSQL need the same TOKEN_SECRET. Throws when the
 * file is damaged.
 */
export function loadTokenSecret(configured: string | undefined, dataDir: string): string {
  if (configured !== undefined) return configured;
  const file = path.join(dataDir, 'token-secret');
  const secret = loadSecret(file);
  if (secret.length < 32) throw new DataFolderFault(`${file} is damaged: remove it, and everybody signs in again.`);
  return secret;
}
