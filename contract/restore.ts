import { z } from 'zod';
import { call } from './call.ts';
import { dayText, instant } from './scalars.ts';

/** The size in bytes of the pieces in which a backup is sent; the last piece may be smaller. */
export const BACKUP_PIECE_BYTES = 4 * 1024 * 1024;
export const MOST_DIFFERENCES_SHOWN = 20;
const MOST_SECRET = 4000;
const MOST_SERIES = 200;

const restoreSteps = ['fetching', 'opening', 'checking', 'loading', 'verifying', 'replacing'] as const;
const restoreStep = z.object({
  step: z.enum(restoreSteps),
  /** The part of the step that is done, of `total`; both are 0 if it is unknown. */
  done: z.int(),
  total: z.int(),
});
export type RestoreStep = z.output<typeof restoreStep>;

export const restoredCounts = ['shops', 'tenants', 'payments', 'tickets', 'products', 'prices', 'accounts'] as const;
const counts = z.object(
  Object.fromEntries(restoredCounts.map((name) => [name, z.int()])) as Record<
    (typeof restoredCounts)[number],
    z.ZodInt
  >,
);
export type RestoredCounts = z.output<typeof counts>;

const restoreReport = z.object({
  made_at: instant.meta({ description: 'When the backup was made' }),
  rows: z.int(),
  counts,
  superadmins: z.array(z.string()).meta({ description: 'The emails of active superadmins of the backup' }),
  audit_key: z.object({
    fingerprint: z.string().meta({ description: 'The fingerprint of the key that the log of the backup names' }),
    is_here: z.boolean().meta({ description: 'True if the key of this server is that key' }),
  }),
  signature: z.object({
    origin: z
      .enum(['own', 'other_key', 'unsigned'])
      .meta({ description: 'Who signed the backup: the key of this server, another one, or nobody' }),
    fingerprint: z.string().meta({ description: 'The fingerprint of the key that signed it; empty if none did' }),
  }),
  secrets: z.int().meta({ description: 'How many stored secrets only the token secret of the old server opens' }),
  is_token_secret_set: z.boolean().meta({ description: 'True if TOKEN_SECRET of this server decides' }),
  numbers: z
    .array(z.object({ name: z.string(), last: z.int() }))
    .meta({ description: 'The last numbers of the backup' }),
});
export type RestoreReport = z.output<typeof restoreReport>;

const restoreStages = ['none', 'receiving', 'fetching', 'checking', 'checked', 'writing', 'failed'] as const;
const restoreState = z.object({
  stage: z.enum(restoreStages),
  /** Empty while no backup is being restored. */
  id: z.string(),
  name: z.string(),
  by: z.string(),
  bytes: z.int(),
  received: z.int(),
  step: restoreStep.nullable(),
  fault: z.string().nullable().meta({
    description: 'Why nothing was restored; while the backup is checked, what is wrong with the keys or numbers',
  }),
  report: restoreReport.nullable(),
  is_market_empty: z.boolean().meta({ description: 'A backup can only be restored into an empty market' }),
  most_megabytes: z.int().meta({ description: 'The maximum size of an unpacked backup: a fifth of the free disk' }),
});
export type RestoreState = z.output<typeof restoreState>;

const restored = z.object({
  at: instant,
  made_at: instant,
  rows: z.int(),
  counts,
  difference_count: z.int(),
  differences: z
    .array(z.string())
    .meta({ description: `What the verification found: the first ${MOST_DIFFERENCES_SHOWN} differences` }),
});

export type RestoredMarket = z.output<typeof restored>;

const restoreId = z.string().max(100);
const identity = z
  .string()
  .max(MOST_SECRET)
  .optional()
  .meta({ description: 'The age identities (AGE-SECRET-KEY-...) that open an encrypted backup. They are not stored' });

const bucket = z.object({
  endpoint: z.string().trim().min(1).max(500).meta({ description: 'The address of the S3 service' }),
  address: z.string().trim().min(1).max(500).meta({ description: 's3://BUCKET/FOLDER' }),
  region: z.string().trim().max(60).optional(),
  addressing: z.enum(['path', 'host']).optional().meta({ description: 'As BACKUP_ADDRESSING; path without it' }),
  access_key: z.string().trim().min(1).max(500),
  secret_key: z.string().trim().min(1).max(500),
});

const steps = { permission: 'settings.write', writes: 'unkeyed', unlogged: true } as const;

export const restore = {
  state: call({
    method: 'GET',
    path: '/api/restore',
    permission: 'settings.write',
    summary: 'Get the state of restoring a backup into this empty market, with what the backup contains.',
    answer: restoreState,
    refusals: [],
  }),
  begin: call({
    ...steps,
    method: 'POST',
    path: '/api/restore',
    summary:
      'Announce a backup: plain, compressed with gzip, or encrypted with age. Announcing the same file again continues where sending was interrupted. While another backup is being restored, nothing is announced.',
    body: z.object({
      name: z.string().trim().min(1).max(200),
      bytes: z.int().min(0),
      modified: z.int().min(0).meta({ description: 'When the file was last changed, in milliseconds since 1970' }),
      identity,
    }),
    answer: restoreState,
    refusals: ['too_many_tries'],
  }),
  send: call({
    ...steps,
    method: 'POST',
    path: '/api/restore/pieces',
    summary:
      'Send the next piece of the announced backup. A piece that is not the next one is ignored; received says where to continue. The last piece starts the check.',
    upload: 'piece',
    body: z.object({ id: restoreId, offset: z.coerce.number().pipe(z.int().min(0)) }),
    answer: restoreState,
    refusals: [],
  }),
  listBucket: call({
    ...steps,
    method: 'POST',
    path: '/api/restore/bucket',
    summary: 'List the backups in a bucket by name, newest first. The keys are not stored.',
    body: bucket,
    answer: z.object({
      copies: z.array(z.object({ name: z.string(), day: dayText, bytes: z.int() })),
      fault: z.string().nullable().meta({ description: 'Why the bucket could not be read' }),
    }),
    refusals: ['too_many_tries'],
  }),
  fetch: call({
    ...steps,
    method: 'POST',
    path: '/api/restore/bucket/copy',
    summary: 'Fetch a backup from a bucket, decrypt it and check it. The keys are not stored.',
    body: bucket.extend({ name: z.string().trim().min(1).max(200), identity }),
    answer: restoreState,
    refusals: ['too_many_tries'],
  }),
  write: call({
    ...steps,
    method: 'POST',
    path: '/api/restore/write',
    verified: 'unless-recent',
    summary:
      'Replace this empty market by the checked backup, all of it or nothing. Everybody is signed out, and the server starts anew with the accounts of the backup.',
    body: z.object({
      id: restoreId,
      audit_key: z
        .string()
        .trim()
        .max(MOST_SECRET)
        .optional()
        .meta({ description: 'The content of the file audit-key' }),
      continues_with_other_key: z
        .boolean()
        .optional()
        .meta({ description: 'True to go on with the key of this server. Older entries can no longer be proven' }),
      trusts_unsigned: z.boolean().optional().meta({
        description: 'True to restore a backup that neither the key of this server nor audit_key has signed',
      }),
      token_secret: z
        .string()
        .trim()
        .max(MOST_SECRET)
        .optional()
        .meta({ description: 'The content of the file token-secret' }),
      nothing_since: z
        .boolean()
        .optional()
        .meta({ description: 'True if no number was given out after the backup was made' }),
      used: z
        .record(z.string().max(100), z.int().min(0).max(999_999_999))
        .optional()
        .refine((all) => Object.keys(all ?? {}).length <= MOST_SERIES)
        .meta({ description: 'The last number given out in each series. Unknown series continue 1,000 later' }),
    }),
    answer: restoreState,
    refusals: ['verification_required'],
  }),
  stop: call({
    ...steps,
    method: 'POST',
    path: '/api/restore/stop',
    summary: 'Stop restoring, unless it is complete, and delete the backup from the server.',
    body: z.object({ id: restoreId }),
    answer: restoreState,
    refusals: [],
  }),
  outcome: call({
    method: 'GET',
    path: '/api/restore/outcome',
    permission: 'public',
    summary:
      'Get whether the market was restored by the run with this id, and what it contains. Only the page that started the run knows the id, and it is signed out.',
    query: z.object({ id: restoreId }),
    answer: z.object({ restored: restored.nullable() }),
    refusals: [],
  }),
};
