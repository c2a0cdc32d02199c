import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import type { Centre } from '#contract/centre.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/connect.ts';
import { findSecret } from '../../db/data-folder.ts';
import { describeRelease } from '../../release.ts';
import { findInstallation, findSource, type Installation } from './find-installation.ts';

/** What the sheet says, in the order of its lines. None of it is a secret; an empty value is written by hand. */
export const sheetFacts = [
  'market',
  'address',
  'machine',
  'release',
  'source',
  'program',
  'data',
  'database',
  'audit_key',
  'token_secret',
  'recipients',
  'identity',
  'bucket',
  'service',
  'secrets',
] as const;
export type SheetFact = (typeof sheetFacts)[number];
export type SheetFacts = Record<SheetFact, string>;

export type SheetConfig = Pick<
  Config,
  | 'dataDir'
  | 'databaseUrl'
  | 'databaseOwnerUrl'
  | 'publicUrl'
  | 'auditKeyFile'
  | 'tokenSecret'
  | 'copiesElsewhere'
  | 'bucketAccess'
  | 'identityFile'
>;

export interface DescribedMarket {
  facts: SheetFacts;
  installation: Installation;
}

interface Described {
  database: Pick<Database, 'auditKeys'>;
  config: SheetConfig;
  centre: Centre;
  installation?: Installation;
}

export function describeForSheet({ database, config, centre, ...given }: Described): DescribedMarket {
  const installation = given.installation ?? findInstallation();
  const { dataDir, copiesElsewhere, bucketAccess, identityFile } = config;
  const bucket = copiesElsewhere?.bucket;
  const environment = environmentOf(installation);
  const { file } = database.auditKeys;
  const key = database.auditKeys.find();
  const facts: SheetFacts = {
    market: centre.name.en,
    address: config.publicUrl ?? '',
    machine: machineOf(installation),
    release: describeRelease(),
    source: findSource(installation.program) ?? '',
    program: installation.program,
    data: path.resolve(dataDir),
    database: describeDatabase(config),
    audit_key: `${path.resolve(file)} (${key?.id ?? '-'}; ${describeFile(findSecret(file))})`,
    token_secret: describeTokenSecret(config, environment),
    recipients: copiesElsewhere?.recipients.join(', ') ?? '',
    identity: identityFile === undefined ? '' : path.resolve(identityFile),
    bucket: bucket ? `s3://${bucket.bucket}/${bucket.prefix}`.replace(/\/$/, '') : '',
    service: bucketAccess ? describeService(bucketAccess) : '',
    secrets: bucketAccess ? `BACKUP_ACCESS_KEY, BACKUP_SECRET_KEY: ${environment}` : '',
  };
  return { facts, installation };
}

/** Returns the name of the machine. Containers get a new one each time. */
export function machineOf({ form }: Installation): string {
  return form === 'container' ? 'container' : hostname();
}

/** Begins the name of the owner of the tables in the line of the database. */
export const OWNER = 'owner';

/** Returns where the variables of the server are. */
function environmentOf(installation: Installation): string {
  if (installation.form === 'service') return installation.environmentFile;
  return installation.form === 'container' ? 'deploy/pola.env, deploy/.env' : 'environment of npm start';
}

/** Returns the address of the database without its password, and the owner of its tables if that is another role. */
function describeDatabase({ databaseUrl, databaseOwnerUrl, dataDir }: SheetConfig): string {
  if (databaseUrl === undefined) return `SQLite, ${path.resolve(dataDir, 'pola.db')}`;
  if (!URL.canParse(databaseUrl)) return 'PostgreSQL';
  const { username, host, pathname } = new URL(databaseUrl);
  const address = `PostgreSQL, ${username}@${host}${pathname}`;
  if (databaseOwnerUrl === undefined || !URL.canParse(databaseOwnerUrl)) return address;
  return `${address}, ${OWNER} ${new URL(databaseOwnerUrl).username}`;
}

function describeTokenSecret({ tokenSecret, dataDir }: SheetConfig, environment: string): string {
  if (tokenSecret !== undefined) return `TOKEN_SECRET: ${environment} (${describeFile(tokenSecret)})`;
  const file = path.resolve(dataDir, 'token-secret');
  return `${file} (${describeFile(findSecret(file))})`;
}

const HASH_DIGITS = 12;

/** Returns the beginning of what `sha256sum FILE` prints. The secrets are random, so it reveals nothing. */
function describeFile(secret: string | undefined): string {
  if (secret === undefined) return '-';
  return `sha256 ${createHash('sha256').update(secret).digest('hex').slice(0, HASH_DIGITS)}...`;
}

function describeService({ endpoint, region, isInHostName }: NonNullable<SheetConfig['bucketAccess']>): string {
  return [endpoint, `BACKUP_REGION=${region}`, ...(isInHostName ? ['BACKUP_ADDRESSING=host'] : [])].join(', ');
}
