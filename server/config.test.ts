/** @module-tag sqlite-only */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Config, ConfigFault, readConfig, warningsOf } from './config.ts';

function makeFolder(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

const read = (environment: Record<string, string>): Config => readConfig({ DATA_DIR: makeFolder(), ...environment });

function faultsOf(environment: Record<string, string>): string[] {
  try {
    read(environment);
  } catch (error) {
    if (error instanceof ConfigFault) return error.faults;
    throw error;
  }
  return [];
}

test('without configuration a market accepts only local connections', () => {
  expect(read({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    superadmin: undefined,
    tokenSecret: undefined,
    publicUrl: undefined,
    smtpUrl: undefined,
    corsOrigins: [],
    trustProxy: false,
    keepsSchedule: true,
    logLevel: 'info',
  });
});

test('the password of the demo exists only where the demo sets it, and never at a public address', () => {
  expect(read({}).demoPassword).toBeUndefined();
  expect(read({ DEMO_PASSWORD: 'market' }).demoPassword).toBe('market');
  expect(faultsOf({ DEMO_PASSWORD: 'market', PUBLIC_URL: 'https://market.example' })).toEqual([
    'DEMO_PASSWORD shows a password to everybody, so it cannot be set with PUBLIC_URL',
  ]);
  expect(read({ DEMO_PASSWORD: 'market', PUBLIC_URL: 'http://localhost:3000' }).demoPassword).toBe('market');
});

test('other centres may be on this computer only in a market that nobody else can open', () => {
  expect(read({ LOOPBACK_CENTRES: 'localhost' }).loopbackCentres).toEqual(['localhost']);
  expect(read({ LOOPBACK_CENTRES: 'localhost', PUBLIC_URL: 'http://127.0.0.1:3000' }).loopbackCentres).toHaveLength(1);
  expect(faultsOf({ LOOPBACK_CENTRES: 'localhost', PUBLIC_URL: 'https://market.example' })).toEqual([
    'LOOPBACK_CENTRES reads servers of this computer, so it cannot be set with a public PUBLIC_URL',
  ]);
  expect(faultsOf({ LOOPBACK_CENTRES: '10.0.0.1' })).toEqual(['LOOPBACK_CENTRES can only be localhost']);
});

test('only an explicit value excludes a process from the schedule', () => {
  expect(read({ SCHEDULE: 'off' }).keepsSchedule).toBe(false);
  expect(faultsOf({ SCHEDULE: 'no' })).toEqual(['SCHEDULE must be on or off']);
});

test('an empty variable is the same as a missing one', () => {
  const config = read({ PORT: '', DATABASE_URL: '', TRUST_PROXY: '', SUPERADMIN_EMAIL: '', CORS_ORIGINS: '' });
  expect(config).toMatchObject({ port: 3000, databaseUrl: undefined, trustProxy: false, superadmin: undefined });
});

test('the address of the owner of the tables needs that of the server', () => {
  const owner = { DATABASE_OWNER_URL: 'postgres://pola@10.0.0.1/market' };
  const both = { ...owner, DATABASE_URL: 'postgres://pola_server@10.0.0.1/market' };
  expect(read(both)).toMatchObject({ databaseOwnerUrl: owner.DATABASE_OWNER_URL, databaseUrl: both.DATABASE_URL });
  expect(faultsOf(owner)).toEqual(['DATABASE_OWNER_URL needs DATABASE_URL']);
  expect(faultsOf({ ...both, DATABASE_OWNER_URL: 'pola' })).toEqual(['DATABASE_OWNER_URL must start with postgres://']);
});

test('every error in the configuration is named at once, with its variable', () => {
  const faults = faultsOf({
    PORT: '30o0',
    DATABASE_URL: 'mysql://market',
    SUPERADMIN_EMAIL: 'nobody',
    TOKEN_SECRET: 'short',
    PUBLIC_URL: 'pola.example',
    SMTP_URL: 'http://mail.example',
    WEATHER_URL: 'ftp://weather.example',
    MAP_URL: 'map.example',
    CORS_ORIGINS: 'https://a.example, everyone',
    TRUST_PROXY: '10.0.0.1, the proxy',
    LOG_LEVEL: 'loud',
  });
  expect(faults.map((fault) => fault.split(/[. ]/)[0])).toEqual([
    'PORT',
    'DATABASE_URL',
    'SUPERADMIN_EMAIL',
    'TOKEN_SECRET',
    'PUBLIC_URL',
    'SMTP_URL',
    'WEATHER_URL',
    'MAP_URL',
    'CORS_ORIGINS',
    'TRUST_PROXY',
    'LOG_LEVEL',
    'SUPERADMIN_EMAIL',
  ]);
  const fault = new ConfigFault(faults);
  expect(fault.message).toContain('has 12 faults:\n  - PORT must be a port number\n');
  expect(fault.message).toContain('SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD must be given together');
});

test('anchors are mailed to an address', () => {
  expect(read({ ANCHOR_EMAIL: 'auditor@example.com' }).anchorEmail).toBe('auditor@example.com');
  expect(faultsOf({ ANCHOR_EMAIL: 'auditor' })).toEqual(['ANCHOR_EMAIL must be an email address']);
});

test('metrics are off by default; a port without an address is open to this computer only', () => {
  expect(read({}).metrics).toEqual({ address: undefined, token: undefined });
  const addressOf = (text: string) => read({ METRICS_ADDRESS: text }).metrics.address;
  expect(addressOf('9464')).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(addressOf('10.0.0.5:9464')).toEqual({ host: '10.0.0.5', port: 9464 });
  expect(addressOf('[::1]:9464')).toEqual({ host: '::1', port: 9464 });
  for (const wrong of ['metrics', '65536', '10.0.0.5:', '::1:9464', 'http://localhost:9464', '10.0.0.5:9464/metrics'])
    expect(faultsOf({ METRICS_ADDRESS: wrong })).toEqual([
      expect.stringMatching(/^METRICS_ADDRESS must be a port, or/),
    ]);
  expect(faultsOf({ METRICS_TOKEN: 'fifteen letters' })).toEqual(['METRICS_TOKEN must have at least 16 characters']);
});

test('metrics that other computers can read without a token cause a warning', () => {
  const warned = (environment: Record<string, string>) => warningsOf(read(environment)).length;
  expect(warningsOf(read({ METRICS_ADDRESS: '0.0.0.0:9464' }))).toEqual([
    expect.stringMatching(/^METRICS_ADDRESS is open/),
  ]);
  expect(warned({ METRICS_ADDRESS: '0.0.0.0:9464', METRICS_TOKEN: 'a token of the monitoring' })).toBe(0);
  for (const own of ['9464', 'localhost:9464', '[::1]:9464']) expect(warned({ METRICS_ADDRESS: own })).toBe(0);
});

test.each(['-1', '65536', '3000.5', '3e3', ' 3000', '0x10'])('port "%s" is refused', (port) => {
  expect(faultsOf({ PORT: port })).toEqual(['PORT must be a port number']);
});

test('the first superadmin needs an email in any case and a password of 8 to 128 characters', () => {
  const email = 'Chief@Market.Example';
  expect(read({ SUPERADMIN_EMAIL: email, SUPERADMIN_PASSWORD: 'long enough' }).superadmin).toEqual({
    email: 'chief@market.example',
    password: 'long enough',
  });
  expect(faultsOf({ SUPERADMIN_EMAIL: email, SUPERADMIN_PASSWORD: 'seven77' })).toHaveLength(1);
  expect(faultsOf({ SUPERADMIN_EMAIL: email, SUPERADMIN_PASSWORD: 'x'.repeat(129) })).toHaveLength(1);
  expect(faultsOf({ SUPERADMIN_PASSWORD: 'long enough' })).toHaveLength(1);
});

test.each([
  ['1', 1],
  ['false', false],
  ['10.0.0.1', ['10.0.0.1']],
  ['10.0.0.0/8, ::1 ,loopback', ['10.0.0.0/8', '::1', 'loopback']],
])('TRUST_PROXY %s trusts %j', (text, expected) => {
  expect(read({ TRUST_PROXY: text }).trustProxy).toEqual(expected);
});

test.each(['yes', 'true', '0', '10', '10.0.0.1,', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', 'proxy.example'])(
  'TRUST_PROXY %s is refused, because it would trust an unknown proxy',
  (text) => {
    expect(faultsOf({ TRUST_PROXY: text })).toEqual([expect.stringContaining('TRUST_PROXY must be')]);
  },
);

test('other origins are written as a browser sends them, without anything after the name', () => {
  const { corsOrigins } = read({
    CORS_ORIGINS: 'https://office.example/, http://localhost:5173/app , https://a.example',
  });
  expect(corsOrigins).toEqual(['https://office.example', 'http://localhost:5173', 'https://a.example']);
});

test('the public address is stored without a slash at its end', () => {
  expect(read({ PUBLIC_URL: 'https://pola.example///' }).publicUrl).toBe('https://pola.example');
  for (const address of ['market.example/pola', 'market.example/?a=1', 'market.example/#top', 'me@market.example'])
    expect(faultsOf({ PUBLIC_URL: `https://${address}` }), address).toEqual([
      'PUBLIC_URL must be an address without a path, such as https://market.example. Pola needs a host name of its own',
    ]);
});

test('other origins without a public address of the server cause a warning, because images have relative addresses', () => {
  const origins = { CORS_ORIGINS: 'https://old.example' };
  expect(warningsOf(read(origins))).toEqual([expect.stringContaining('CORS_ORIGINS is set without PUBLIC_URL')]);
  expect(warningsOf(read({ ...origins, PUBLIC_URL: 'https://pola.example' }))).toEqual([]);
  expect(warningsOf(read({}))).toEqual([]);
});

const BUCKET = {
  BACKUP_BUCKET: 's3://copies/pola/market/',
  BACKUP_ENDPOINT: 'https://s3.example/',
  BACKUP_ACCESS_KEY: 'key',
  BACKUP_SECRET_KEY: 'secret',
  BACKUP_RECIPIENTS: 'age18gse2rjaqt67jwdtag97ae6szmuqnm2920lfwe5h5r4rt53gjudssgljvw',
};

test('backups go to a bucket when its address, its keys and a public key of age are set', () => {
  expect(read({}).copiesElsewhere).toBeUndefined();
  const access = {
    endpoint: 'https://s3.example',
    region: 'us-east-1',
    accessKey: 'key',
    secretKey: 'secret',
    isInHostName: false,
  };
  expect(read(BUCKET)).toMatchObject({
    bucketAccess: access,
    copiesElsewhere: {
      bucket: { ...access, bucket: 'copies', prefix: 'pola/market/' },
      recipients: [BUCKET.BACKUP_RECIPIENTS],
    },
    identityFile: undefined,
  });
  const { BACKUP_BUCKET: _, BACKUP_RECIPIENTS: __, ...restoring } = BUCKET;
  expect(read(restoring)).toMatchObject({ bucketAccess: access, copiesElsewhere: undefined });
});

test.each([
  ['BACKUP_BUCKET', 'copies', 'BACKUP_BUCKET must be an address like s3://bucket/folder'],
  ['BACKUP_BUCKET', 's3://copies/../other', 'BACKUP_BUCKET must be an address like s3://bucket/folder'],
  ['BACKUP_RECIPIENTS', 'AGE-SECRET-KEY-1', 'BACKUP_RECIPIENTS must be 1 to 10 public keys of age'],
  ['BACKUP_RECIPIENTS', '', 'BACKUP_BUCKET and BACKUP_RECIPIENTS must be given together'],
  ['BACKUP_SECRET_KEY', '', 'BACKUP_ENDPOINT, BACKUP_ACCESS_KEY and BACKUP_SECRET_KEY must be given together'],
  ['BACKUP_REGION', 'eu central', 'BACKUP_REGION must be the name of a region'],
])('%s set to "%s" is refused', (name, value, fault) => {
  expect(faultsOf({ ...BUCKET, [name]: value })).toEqual([expect.stringContaining(fault)]);
});

test('a bucket without the address of its service is refused', () => {
  const { BACKUP_BUCKET, BACKUP_RECIPIENTS } = BUCKET;
  expect(faultsOf({ BACKUP_BUCKET, BACKUP_RECIPIENTS })).toEqual(['BACKUP_BUCKET needs BACKUP_ENDPOINT']);
});
