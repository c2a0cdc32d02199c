import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';

/** The configuration. In the server, only this file reads the environment. */
export interface Config {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The address of the role that owns the tables, if the server uses another one. */
  databaseOwnerUrl: string | undefined;
  /** The first superadmin, created when none exists. */
  superadmin: { email: string; password: string } | undefined;
  /** The secret that signs tokens; created in the data folder if not set. */
  tokenSecret: string | undefined;
  /** A file to use instead of `audit-key` in the data folder. */
  auditKeyFile: string | undefined;
  /** The public address, without a slash at its end, for absolute links. */
  publicUrl: string | undefined;
  /** The mail server, which takes precedence over the stored one. */
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  anchorEmail: string | undefined;
  metrics: {
    /**
     * The address that serves only `/metrics`. Without it, the public address serves `/metrics` if there is a token.
     */
    address: { host: string; port: number } | undefined;
    /** The bearer token that every scrape needs, if set. */
    token: string | undefined;
  };
  /** After this time without a sign of life systemd restarts the server; undefined without systemd's watchdog. */
  watchdogMs: number | undefined;
  /** Undefined where the weather is made up. */
  weatherUrl: string | undefined;
  mapUrl: string;
  corsOrigins: string[];
  /** Origins of push services that are trusted in addition to those of the common browsers. */
  pushServices: string[];
  /** Names of this computer under which other centres may be read: for the demo and tests only. */
  loopbackCentres: string[];
  trustProxy: false | number | string[];
  maxConnections: number;
  /** The maximum number of connections of one client; trusted proxies have no limit. */
  connectionsPerAddress: number;
  keepsSchedule: boolean;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** How to reach the bucket that holds the backups. */
  bucketAccess: BucketAccess | undefined;
  /** The bucket to which each daily backup is sent, and the public age keys with which it is encrypted. */
  copiesElsewhere: { bucket: BucketPlace; recipients: string[] } | undefined;
  /** A file with the age identities that decrypt the backups in the bucket. */
  identityFile: string | undefined;
  /** The maximum size, in megabytes, of a dump of the previous system that a person uploads in the browser. */
  dumpMegabytes: number;
  /** The file with the details of the centre, read at the first start instead of `centre.json` in the data folder. */
  centreFile: string | undefined;
  /** The password that the sign-in page of the demo fills in; undefined in every market. */
  demoPassword: string | undefined;
}

export interface BucketAccess {
  /** The address of the S3 service, without a slash at its end. */
  endpoint: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** True for services that want the bucket in the host name. */
  isInHostName: boolean;
}

export interface BucketPlace extends BucketAccess {
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
}

export class ConfigFault extends Error {
  readonly faults: string[];

  constructor(faults: string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.name = 'ConfigFault';
    this.faults = faults;
  }
}

const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional();
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''));

/** The site answers under `/` only, so a path would make every link wrong. */
const ownUrl = httpUrl.refine((url) => {
  const { pathname, search, hash, username } = new URL(url);
  return pathname === '/' && search + hash + username === '';
}, 'must be an address without a path, such as https://market.example. Pola needs a host name of its own');

/** An origin as a browser sends it: without a path, and without a slash at its end. */
const origin = z
  .url({ protocol: /^https?$/, error: 'must be a list of http or https addresses separated by commas' })
  .transform((url) => new URL(url).origin);

const originList = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  )
  .pipe(z.array(origin));

const PROXY_FAULT =
  'must be false, the number of proxies in front of the server (1), or their addresses separated by commas (10.0.0.1, 10.0.0.0/8, loopback)';

function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const mostBits = isIP(address) === 4 ? 32 : 128;
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= mostBits);
  return isIP(address) !== 0 && isRange && more.length === 0;
}

const LOOPBACK = '127.0.0.1';
const METRICS_FAULT = 'must be a port, or an address and a port (9464, 127.0.0.1:9464, [::1]:9464)';

const metricsAddress = z.string().transform((text, context): NonNullable<Config['metrics']['address']> => {
  const [, bracketed, host = bracketed ?? LOOPBACK, digits] =
    /^(?:(?:\[([\da-f:]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > 65_535) context.addIssue(METRICS_FAULT);
  return { host, port };
});

const countOf = (usual: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a number from 1 to 999999')
    .transform(Number)
    .prefault(String(usual));

const S3_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/;

/** Reads an address such as `s3://bucket/folder`. Returns undefined for any other text. */
export function readS3Url(url: string): Pick<BucketPlace, 'bucket' | 'prefix'> | undefined {
  const [, bucket, folder = ''] = S3_URL.exec(url) ?? [];
  if (bucket === undefined || /(^|\/)\.{1,2}(\/|$)/.test(folder)) return undefined;
  const path = folder.split('/').filter(Boolean).join('/');
  return { bucket, prefix: path === '' ? '' : `${path}/` };
}

const MOST_RECIPIENTS = 10;
const RECIPIENTS_FAULT = `must be 1 to ${MOST_RECIPIENTS} public keys of age (age1...), separated by commas`;

const ageRecipients = z
  .string()
  .transform((list) => list.split(',').map((key) => key.trim()))
  .refine(
    (keys) => keys.length <= MOST_RECIPIENTS && keys.every((key) => /^age1[a-z0-9]{50,4000}$/.test(key)),
    RECIPIENTS_FAULT,
  );

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://');

const environmentSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d+$/, 'must be a port number')
    .transform(Number)
    .pipe(z.int().min(0).max(65535, 'must be a port number'))
    .prefault('3000'),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: optional(postgresUrl),
  DATABASE_OWNER_URL: optional(postgresUrl),
  SUPERADMIN_EMAIL: optional(z.string().toLowerCase().pipe(z.email('must be an e-mail address'))),
  SUPERADMIN_PASSWORD: optional(
    z.string().min(8, 'must have at least 8 characters').max(128, 'must have at most 128 characters'),
  ),
  TOKEN_SECRET: optional(z.string().min(32, 'must have at least 32 characters')),
  AUDIT_KEY_FILE: optional(z.string()),
  PUBLIC_URL: optional(ownUrl),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' })),
  MAIL_FROM: optional(z.string()),
  ANCHOR_EMAIL: optional(z.email('must be an email address')),
  METRICS_ADDRESS: optional(metricsAddress),
  METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
  NOTIFY_SOCKET: optional(z.string()),
  WATCHDOG_USEC: optional(z.coerce.number('must be microseconds').int().positive()),
  WEATHER_URL: z.union([z.literal('example'), httpUrl]).prefault('https://api.open-meteo.com/v1/forecast'),
  MAP_URL: httpUrl.prefault('https://www.openstreetmap.org/export/embed.html'),
  CORS_ORIGINS: originList,
  PUSH_SERVICES: originList,
  LOOPBACK_CENTRES: z.literal('localhost', 'can only be localhost').optional(),
  TRUST_PROXY: z
    .string()
    .default('false')
    .transform((text): Config['trustProxy'] => {
      if (text === 'false') return false;
      return /^[1-9]$/.test(text) ? Number(text) : text.split(',').map((address) => address.trim());
    })
    .refine((given) => !Array.isArray(given) || given.every(isProxyAddress), PROXY_FAULT),
  MAX_CONNECTIONS: countOf(1000),
  // A program of the office may ask once for every shop at the same time, twice, and the office has one address.
  CONNECTIONS_PER_ADDRESS: countOf(320),
  SCHEDULE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be fatal, error, warn, info, debug or silent')
    .default('info'),
  DUMP_MEGABYTES: countOf(6000),
  CENTRE_FILE: optional(z.string()),
  BACKUP_BUCKET: optional(
    z.string().refine((url) => readS3Url(url) !== undefined, 'must be an address like s3://bucket/folder'),
  ),
  BACKUP_ENDPOINT: optional(httpUrl),
  BACKUP_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'must be the name of a region')
    .default('us-east-1'),
  BACKUP_ADDRESSING: z.enum(['path', 'host'], 'must be path or host').default('path'),
  BACKUP_ACCESS_KEY: optional(z.string()),
  BACKUP_SECRET_KEY: optional(z.string()),
  BACKUP_RECIPIENTS: optional(ageRecipients),
  BACKUP_IDENTITY_FILE: optional(z.string()),
  DEMO_PASSWORD: optional(z.string()),
});

/** The variables that the server and the commands read. */
export const variables: readonly string[] = environmentSchema.keyof().options;

/** Groups of variables. Either all variables of a group are set, or none. */
const TOGETHER = [
  ['SUPERADMIN_EMAIL', 'SUPERADMIN_PASSWORD'],
  ['BACKUP_ENDPOINT', 'BACKUP_ACCESS_KEY', 'BACKUP_SECRET_KEY'],
  ['BACKUP_BUCKET', 'BACKUP_RECIPIENTS'],
] as const;

/** Reads the configuration. An empty variable counts as absent. Throws a ConfigFault that names every fault. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const read = environmentSchema.safeParse(given);
  const faults = read.success ? [] : read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  for (const names of TOGETHER) {
    const set = names.filter((name) => name in given);
    if (set.length === 0 || set.length === names.length) continue;
    faults.push(`${names.slice(0, -1).join(', ')} and ${names.at(-1)} must be given together`);
  }
  if ('BACKUP_BUCKET' in given && !('BACKUP_ENDPOINT' in given)) faults.push('BACKUP_BUCKET needs BACKUP_ENDPOINT');
  const isPublic = given.PUBLIC_URL !== undefined && !isOfThisComputer(given.PUBLIC_URL);
  if ('DEMO_PASSWORD' in given && isPublic)
    faults.push('DEMO_PASSWORD shows a password to everybody, so it cannot be set with PUBLIC_URL');
  if ('LOOPBACK_CENTRES' in given && isPublic)
    faults.push('LOOPBACK_CENTRES reads servers of this computer, so it cannot be set with a public PUBLIC_URL');
  if ('DATABASE_OWNER_URL' in given && !('DATABASE_URL' in given)) faults.push('DATABASE_OWNER_URL needs DATABASE_URL');
  if (!read.success || faults.length > 0) throw new ConfigFault(faults);
  const env = read.data;
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    superadmin:
      env.SUPERADMIN_EMAIL !== undefined && env.SUPERADMIN_PASSWORD !== undefined
        ? { email: env.SUPERADMIN_EMAIL, password: env.SUPERADMIN_PASSWORD }
        : undefined,
    tokenSecret: env.TOKEN_SECRET,
    auditKeyFile: env.AUDIT_KEY_FILE,
    publicUrl: env.PUBLIC_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    anchorEmail: env.ANCHOR_EMAIL,
    metrics: { address: env.METRICS_ADDRESS, token: env.METRICS_TOKEN },
    watchdogMs: env.NOTIFY_SOCKET === undefined ? undefined : millisecondsOf(env.WATCHDOG_USEC),
    weatherUrl: env.WEATHER_URL === 'example' ? undefined : env.WEATHER_URL,
    mapUrl: env.MAP_URL,
    corsOrigins: env.CORS_ORIGINS,
    pushServices: env.PUSH_SERVICES,
    loopbackCentres: env.LOOPBACK_CENTRES === undefined ? [] : [env.LOOPBACK_CENTRES],
    trustProxy: env.TRUST_PROXY,
    maxConnections: env.MAX_CONNECTIONS,
    connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS,
    keepsSchedule: env.SCHEDULE === 'on',
    logLevel: env.LOG_LEVEL,
    dumpMegabytes: env.DUMP_MEGABYTES,
    centreFile: env.CENTRE_FILE,
    demoPassword: env.DEMO_PASSWORD,
    ...bucketOf(env),
    identityFile: env.BACKUP_IDENTITY_FILE === undefined ? undefined : path.resolve(env.BACKUP_IDENTITY_FILE),
  };
}

function millisecondsOf(microseconds: number | undefined): number | undefined {
  return microseconds === undefined ? undefined : microseconds / 1000;
}

function bucketOf(env: z.output<typeof environmentSchema>): Pick<Config, 'bucketAccess' | 'copiesElsewhere'> {
  const { BACKUP_ENDPOINT: endpoint, BACKUP_ACCESS_KEY: accessKey, BACKUP_SECRET_KEY: secretKey } = env;
  if (endpoint === undefined || accessKey === undefined || secretKey === undefined)
    return { bucketAccess: undefined, copiesElsewhere: undefined };
  const isInHostName = env.BACKUP_ADDRESSING === 'host';
  const bucketAccess = { endpoint, region: env.BACKUP_REGION, accessKey, secretKey, isInHostName };
  const place = readS3Url(env.BACKUP_BUCKET ?? '');
  const recipients = env.BACKUP_RECIPIENTS;
  if (!(place && recipients)) return { bucketAccess, copiesElsewhere: undefined };
  return { bucketAccess, copiesElsewhere: { bucket: { ...bucketAccess, ...place }, recipients } };
}

/** Returns the site to which passkeys belong: that of PUBLIC_URL, otherwise localhost. */
export function passkeySite({ publicUrl, port }: Config): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl ?? `http://localhost:${port}`);
  return { id: hostname, origin };
}

export function warningsOf({ corsOrigins, publicUrl, metrics: { address, token } }: Config): string[] {
  const warnings: string[] = [];
  if (corsOrigins.length > 0 && publicUrl === undefined)
    warnings.push(
      'CORS_ORIGINS is set without PUBLIC_URL: image addresses are relative, so clients of other origins show no images.',
    );
  if (address && !isLoopback(address.host) && token === undefined)
    warnings.push(
      'METRICS_ADDRESS is open to other computers without METRICS_TOKEN: whoever reaches it reads the figures of the market.',
    );
  return warnings;
}

/** Only this computer can open such an address, so it makes nothing public. */
function isOfThisComputer(address: string): boolean {
  return isLoopback(URL.parse(address)?.hostname ?? '');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
