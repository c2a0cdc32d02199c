import { z } from 'zod';
import { call } from './call.ts';
import { instant } from './scalars.ts';
import { credentials } from './session.ts';

/** The beginning of the last line of a complete backup. A file without it is incomplete. */
export const BACKUP_END = '-- End of the backup: ';

const backupCopy = z.object({
  /** The name of a file in DATA_DIR/backups. */
  name: z.string(),
  made_at: instant,
  bytes: z.int(),
  /** Null for a file that this market did not make. */
  rows: z.int().nullable(),
  /**
   * The time at which the backup was restored into an empty database and the restored data were equal to the backed-up
   * data; null when that failed or was not done.
   */
  proven_at: instant.nullable(),
  proof: z.string(),
  /** False if this market did not make the file, such as one that existed when it was restored from an older backup. */
  is_own: z.boolean(),
});
export type BackupCopy = z.output<typeof backupCopy>;

const elsewhere = z.object({
  /** True if the server is configured to store the daily backups in a bucket. */
  is_set_up: z.boolean(),
  /** The time of the data in the newest backup that was read back from the bucket without a fault. */
  last_at: instant.nullable(),
  /** The time at which a backup from the bucket was last decrypted and restored. */
  restored_at: instant.nullable(),
  /** True if a bucket is configured, but has no backup from the last 26 hours. */
  is_late: z.boolean(),
  /** The result of the last attempt to send a backup to the bucket. */
  proof: z.string().nullable(),
  /**
   * Backups of another audit log in the bucket, because of which nothing is sent. Another machine wrote them, or this
   * market was restored from an older backup.
   */
  foreign: z.object({ count: z.int(), newest: z.string() }).nullable(),
});
export type BackupElsewhere = z.output<typeof elsewhere>;

export const backup = {
  download: call({
    method: 'GET',
    path: '/api/backup/backup',
    permission: 'backup.read',
    writes: 'unkeyed',
    summary:
      'Download the current database as database_backup.sql (requires a verified session). It can be loaded with npm ' +
      'run restore, sqlite3 or psql.',
    answer: z.string(),
    file: ['sql'],
    verified: 'sometimes',
    refusals: ['verification_required'],
  }),
  downloadVerified: call({
    method: 'POST',
    path: '/api/backup/backup',
    permission: 'backup.read',
    writes: 'unkeyed',
    summary: 'Confirm your identity with email and password, and download the current database as database_backup.sql.',
    body: credentials,
    answer: z.string(),
    file: ['sql'],
    refusals: ['verification_failed', 'second_factor_required', 'too_many_tries'],
  }),
  copies: call({
    method: 'GET',
    path: '/api/backup/copies',
    permission: 'backup.read',
    summary: 'List the daily backups on the server, newest first, and when each was verified.',
    answer: z.array(backupCopy),
    refusals: [],
  }),
  elsewhere: call({
    method: 'GET',
    path: '/api/backup/elsewhere',
    permission: 'backup.read',
    summary: 'Get the state of the daily backups in a bucket, and the result of the last attempt.',
    answer: elsewhere,
    refusals: [],
  }),
  acceptForeign: call({
    method: 'POST',
    path: '/api/backup/elsewhere/accept',
    permission: 'backup.read',
    writes: 'once',
    verified: 'unless-recent',
    summary:
      'Store the backups of this market beside those of another audit log in the bucket, which remain. Needs the name ' +
      'of the newest of them, as shown.',
    body: z.object({ newest: z.string().max(200) }),
    answer: z.object({ message: z.string() }),
    refusals: ['verification_required', 'backup_foreign_changed'],
  }),
};
