import type { Instant } from '#billing/calendar.ts';
import type { RestoredCounts, RestoreReport } from '#contract/restore.ts';
import type { ActionContext } from '../../action-context.ts';
import type { BucketPlace } from '../../config.ts';
import type { DatabaseAddress } from '../../db/connect.ts';
import type { LastNumbers } from '../../db/storage/issued-numbers.ts';
import type { SignedBackup } from '../backup/judge-origin.ts';

interface Task extends DatabaseAddress {
  /** The folder of the run, which is deleted with everything in it. */
  folder: string;
  context: ActionContext;
}

/** Fetches the backup from a bucket if there is one, and loads it into a database in the folder. */
export interface CheckTask extends Task {
  kind: 'check';
  /** The name of the uploaded file in the folder. */
  file: string;
  /** The name of the backup where it came from. */
  name: string;
  bucket: { place: BucketPlace; name: string } | null;
  identities: readonly string[];
  /** The largest size of the unpacked backup. */
  mostBytes: number;
}

/** The report of a loaded backup, with what must not leave the server. */
export interface CheckedBackup extends Omit<RestoreReport, 'audit_key' | 'is_token_secret_set' | 'signature'> {
  signed: SignedBackup;
  /** Empty if the log of the backup has no key yet. */
  keyId: string;
  /** A secret that only the token secret of the old server opens, and its owner. */
  probe: { closed: string; owner: string } | null;
}

/** Replaces the empty market by the loaded backup. */
export interface WriteTask extends Task {
  kind: 'write';
  id: string;
  /** True if the log goes on with a key that it does not name. */
  renewsKey: boolean;
  numbers: { last: LastNumbers; skips: boolean };
  made: Instant;
  rows: number;
  counts: RestoredCounts;
}

/** The database into which a backup is loaded first. */
export function stagedIn(folder: string): DatabaseAddress {
  return { databaseUrl: undefined, dataDir: `${folder}/staged` };
}

/** The folder in which new keys wait until the restored market names them (adopt-keys.ts). */
export const KEYS_FOLDER = 'restoring-keys';
export const RUN_FOLDER = 'restoring';
