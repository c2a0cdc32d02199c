import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { englishOf } from '#contract/messages/message.ts';
import { systemClock } from '#server/clock.ts';
import { type Config, readConfig, readS3Url } from '#server/config.ts';
import { makePrivateFolder } from '#server/db/data-folder.ts';
import { requireDataFolder } from '#server/db/require-data-folder.ts';
import { lockDataFolder } from '#server/db/server-lock.ts';
import { restoreMessage } from '#server/features/audit/stored-message.ts';
import { type Checked, checkBackup } from '#server/features/backup/check-backup.ts';
import { fetchCopy } from '#server/features/backup/encrypt-copy.ts';
import { judgedBy, requireOrigin, requireOwnName } from '#server/features/backup/judge-origin.ts';
import { finishRestored, restoreBackup, verifyCopy } from '#server/features/backup/restore-backup.ts';
import { planNumbers } from '#server/features/numbers/plan-numbers.ts';
import { runCommand } from './run-command.ts';
import { Unusable } from './setup/read-text.ts';

const USAGE =
  'Usage: npm run restore -- FILE|s3://BUCKET/FOLDER [--used NAME=NUMBER ...] [--nothing-since] [--trust-unsigned] [--try]';

const TEMPORARY = '.restore-';
const USED = /^(receipt|vehicle-ticket|gate-phone|T20|T100|tax:[A-Z\d]+(?:\/[\d-]+)?)=(\d{1,9})$/;

/**
 * `npm run restore` restores a backup from a file or a bucket, completely or not at all. With SQLite, the data folder
 * must not be in use by a server. With --try it restores into a temporary database and deletes it again.
 */
await runCommand(
  (fault) => `Nothing was restored: ${fault.replace(/\.$/, '')}.`,
  async () => {
    const { file, used, isNewest, isTrial, trustsUnsigned } = readArguments();
    if (!file.startsWith('s3://') && !existsSync(file)) throw new Unusable(`There is no file ${file}.`);
    const config = readConfig();
    requireDataFolder(config.dataDir);
    const judge = judgeFor(config, trustsUnsigned);
    if (isTrial) return tryBackup(config, file, judge);
    const unlock = config.databaseUrl === undefined ? lockDataFolder(config.dataDir) : () => {};
    if (!unlock) throw new Error(`a Pola server works on ${config.dataDir}. Stop it first, or choose another DATA_DIR`);
    try {
      const { made, tables, rows } = await restoreFrom(config, file, judge);
      await finishRestored(config, systemClock.now());
      console.log(`Restored: ${tables} tables, ${rows} rows, as of ${made}.`);
      for (const line of await planNumbers(config, { used, isNewest, ask: answerer() })) console.log(line);
      console.log('Start the server now. Everybody has to sign in again.');
    } finally {
      unlock();
    }
  },
);

/** Throws for a backup that nobody here can prove to be of this market, or that has the name of another copy. */
type Judge = (checked: Checked, name: string) => void;

function judgeFor(config: Config, trustsUnsigned: boolean): Judge {
  return (checked, name) => {
    requireOwnName(checked, name);
    requireOrigin(checked, { ...judgedBy(config), trustsUnsigned });
  };
}

/** Restores into a temporary database, and compares what it contains with the backup. */
async function tryBackup(config: Config, file: string, judge: Judge): Promise<void> {
  await withFolder(config, async (folder) => {
    const isLocal = !file.startsWith('s3://');
    const found = isLocal
      ? { name: path.basename(file), file: path.join(folder, 'tried') }
      : await fetchFrom(config, file, folder);
    // The temporary database is created beside this link to the backup, because the backup's own folder may be
    // read-only.
    if (isLocal) symlinkSync(path.resolve(file), found.file);
    const checked = await checkBackup(found.file);
    judge(checked, found.name);
    const { isProven, proof } = await verifyCopy(found.file, checked, systemClock.now());
    if (!isProven) throw new Error(englishOf(restoreMessage(proof)).replace(/\.$/, ''));
    const { made, tables, rows } = checked;
    console.log(`The backup of ${made} can be restored: ${tables} tables and ${rows} rows, and nothing else.`);
  });
}

async function restoreFrom(config: Config, file: string, judge: Judge): Promise<Checked> {
  if (!file.startsWith('s3://'))
    return restoreBackup(config, path.resolve(file), (checked) => judge(checked, path.basename(file)));
  return withFolder(config, async (folder) => {
    const fetched = await fetchFrom(config, file, folder);
    return restoreBackup(config, fetched.file, (checked) => judge(checked, fetched.name));
  });
}

/** Makes a temporary folder in the data folder, where there must be room for the database anyway. */
async function withFolder<Result>({ dataDir }: Config, use: (folder: string) => Promise<Result>): Promise<Result> {
  makePrivateFolder(dataDir);
  const folder = mkdtempSync(path.join(dataDir, TEMPORARY));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fetches and decrypts a backup from a bucket: the one that the URL names, or the newest. */
async function fetchFrom(
  { bucketAccess, identityFile }: Config,
  url: string,
  folder: string,
): Promise<{ name: string; file: string }> {
  const name = /\/([\w.-]+\.age)$/.exec(url)?.[1];
  const place = readS3Url(name === undefined ? url : url.slice(0, -name.length - 1));
  if (!place) throw new Unusable(USAGE);
  if (!bucketAccess || identityFile === undefined)
    throw new Unusable(
      'To read a bucket, set BACKUP_ENDPOINT, BACKUP_ACCESS_KEY, BACKUP_SECRET_KEY and BACKUP_IDENTITY_FILE.',
    );
  if (!existsSync(identityFile)) throw new Unusable(`There is no file ${identityFile}.`);
  const fetched = await fetchCopy({ place: { ...bucketAccess, ...place }, name, folder, identityFile });
  console.log(`${fetched.name} was fetched and decrypted.`);
  return fetched;
}

interface Arguments {
  file: string;
  used: Record<string, number>;
  isNewest: boolean;
  isTrial: boolean;
  trustsUnsigned: boolean;
}

function readArguments(): Arguments {
  const { values, positionals } = parse();
  const [file, ...others] = positionals;
  const pairs = values.used.map((text) => USED.exec(text));
  if (file === undefined || others.length > 0 || pairs.includes(null)) throw new Unusable(USAGE);
  const used = Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', Number(pair?.[2])]));
  return {
    file,
    used,
    isNewest: values['nothing-since'] ?? false,
    isTrial: values.try,
    trustsUnsigned: values['trust-unsigned'] ?? false,
  };
}

function parse() {
  try {
    return parseArgs({
      args: process.argv.slice(2),
      options: {
        used: { type: 'string', multiple: true, default: [] },
        'nothing-since': { type: 'boolean' },
        'trust-unsigned': { type: 'boolean' },
        try: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
  } catch {
    throw new Unusable(USAGE);
  }
}

function answerer(): ((question: string) => Promise<string>) | undefined {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  return async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return await lines.question(question);
    } finally {
      lines.close();
    }
  };
}
