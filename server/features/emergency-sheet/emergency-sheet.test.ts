import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { type EmergencySheetState, emergencySheet } from '#contract/emergency-sheet.ts';
import { languages } from '#contract/languages.ts';
import { readConfig } from '../../config.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import { openTestApp } from '../../testing/app-context.ts';
import { describeForSheet } from './describe-for-sheet.ts';
import { drawSheet } from './draw-sheet.ts';
import { findInstallation, findSource, type Installation } from './find-installation.ts';
import { listRescue } from './rescue-commands.ts';

const SECRETS = {
  TOKEN_SECRET: 'the-token-secret-of-this-market-0123456789',
  BACKUP_ACCESS_KEY: 'AKIAEXAMPLEKEY',
  BACKUP_SECRET_KEY: 'secret-of-the-bucket',
};
const RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
const SETTINGS = {
  ...SECRETS,
  PUBLIC_URL: 'https://prices.market.example',
  BACKUP_BUCKET: 's3://copies/market',
  BACKUP_ENDPOINT: 'https://s3.example',
  BACKUP_RECIPIENTS: RECIPIENT,
};
const SERVICE: Installation = {
  form: 'service',
  program: '/srv/pola/app',
  account: 'pola',
  environmentFile: '/etc/pola.env',
};
const FORMS: Installation[] = [
  SERVICE,
  { form: 'folder', program: '/home/nimal/pola/app' },
  { form: 'container', program: '/app' },
];

async function openMarket(settings: Record<string, string> = SETTINGS) {
  const app = await openTestApp(settings);
  onTestFinished(() => app.close());
  const config = readConfig({ ...settings, DATA_DIR: app.dataDir });
  const centre = await app.as('superadmin', { url: '/api/settings/centre/contact' });
  expect(centre.statusCode).toBe(200);
  const state = async () =>
    (await app.as('superadmin', { url: emergencySheet.state.path })).json<EmergencySheetState>();
  return { app, config, state };
}

const CENTRE = { name: { en: 'Dambulla market', si: '', ta: '' } } as Parameters<typeof describeForSheet>[0]['centre'];

test('the sheet names places and fingerprints of the keys, but contains no secret', { tags: ['slow'] }, async () => {
  const { app, config } = await openMarket();
  const market = describeForSheet({ database: app.database, config, centre: CENTRE, installation: SERVICE });
  const written = JSON.stringify([market, listRescue(market), drawSheet(market, issueIn('en'))]);
  for (const secret of Object.values(SECRETS)) expect(written).not.toContain(secret);
  expect(market.facts).toMatchObject({
    address: 'https://prices.market.example',
    bucket: 's3://copies/market',
    recipients: RECIPIENT,
    secrets: 'BACKUP_ACCESS_KEY, BACKUP_SECRET_KEY: /etc/pola.env',
    token_secret: expect.stringMatching(/^TOKEN_SECRET: \/etc\/pola\.env \(sha256 [0-9a-f]{12}\.\.\.\)$/),
    audit_key: expect.stringContaining(`${app.database.auditKeys.find()?.id};`),
    identity: '',
  });
});

test('a password in the address of the database or of the repository is not on the sheet', {
  tags: ['slow'],
}, async () => {
  const { app, config } = await openMarket();
  const databaseUrl = 'postgres://pola:hidden@10.0.0.1:5432/market';
  const market = describeForSheet({ database: app.database, config: { ...config, databaseUrl }, centre: CENTRE });
  expect(market.facts.database).toBe('PostgreSQL, pola@10.0.0.1:5432/market');
  const databaseOwnerUrl = 'postgres://keeper:hidden@10.0.0.1:5432/market';
  const apart = { ...config, databaseUrl, databaseOwnerUrl };
  const ofTwoRoles = describeForSheet({ database: app.database, config: apart, centre: CENTRE });
  expect(ofTwoRoles.facts.database).toBe('PostgreSQL, pola@10.0.0.1:5432/market, owner keeper');
  expect(JSON.stringify(listRescue(ofTwoRoles))).toContain('"DATABASE_OWNER_URL=____________"');
  expect(JSON.stringify(listRescue(market))).not.toContain('DATABASE_OWNER_URL');
  const program = makeProgram('https://somebody:hidden@git.example/pola.git');
  expect(findSource(program)).toBe('https://git.example/pola.git');
});

function makeProgram(source: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-program-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, '.git'));
  writeFileSync(path.join(folder, '.git/config'), `[remote "origin"]\n\turl = ${source}\n`);
  return folder;
}

test('the commands have the form of the installation: service, folder or container', () => {
  const program = makeProgram('https://git.example/pola.git');
  const unit = path.join(program, 'pola.service');
  const service = `User=market\nWorkingDirectory=${program}\nEnvironmentFile=/etc/market.env\n`;
  writeFileSync(unit, service);
  const found = { form: 'service', program, account: 'market', environmentFile: '/etc/market.env' };
  expect(findInstallation({ program, unit, containerMarks: [] })).toEqual(found);
  writeFileSync(unit, service.replace(program, tmpdir()));
  expect(findInstallation({ program, unit, containerMarks: [] })).toEqual({ form: 'folder', program });
  expect(findInstallation({ program, unit, containerMarks: [unit] })).toEqual({ form: 'container', program });
});

test.each(FORMS)(
  'the sheet of a $form restores the bucket, and each of its steps has a command',
  async (installation) => {
    const { app, config } = await openMarket();
    const market = describeForSheet({ database: app.database, config, centre: CENTRE, installation });
    const steps = listRescue(market);
    expect(steps.map(({ step }) => step)).toEqual(['install', 'keys', 'environment', 'restore', 'verify', 'start']);
    const lines = steps.flatMap((step) => step.lines);
    expect(lines.filter((line) => /restore.* s3:\/\/copies\/market$/.test(line))).toHaveLength(1);
    expect(lines.join('\n')).toContain('BACKUP_SECRET_KEY=____________');
  },
);

const issueIn = (language: (typeof languages)[number]) => ({
  language,
  at: '2026-11-20T03:00:00.000Z' as Parameters<typeof drawSheet>[1]['at'],
  by: 'owner@example.com',
});

test('the sheet is one page in each form and language, also with three keys', { tags: ['slow'] }, async () => {
  const { app, config } = await openMarket({
    ...SETTINGS,
    BACKUP_RECIPIENTS: [RECIPIENT, RECIPIENT, RECIPIENT].join(),
  });
  for (const installation of FORMS)
    for (const language of languages) {
      const market = describeForSheet({ database: app.database, config, centre: CENTRE, installation });
      const pdf = await makePdf(drawSheet(market, issueIn(language)));
      expect([installation.form, language, countPages(pdf)]).toEqual([installation.form, language, 1]);
    }
});

/** Counts the pages of a PDF, whose objects may be compressed. */
function countPages(pdf: Buffer): number {
  const plain = pdf.toString('latin1');
  const packed = [...plain.matchAll(/\/ObjStm[\s\S]*?stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, data = '']) =>
    inflateSync(Buffer.from(data, 'latin1')).toString('latin1'),
  );
  return [plain, ...packed].join('\n').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

test('the settings say who printed the sheet and when, what has changed since, and when a month has passed', {
  tags: ['slow'],
}, async () => {
  const { app, state } = await openMarket();
  expect(await state()).toEqual({ state: 'never', printed_at: null, printed_by: null, changed: [] });
  const at = app.clock.now();
  const printed = await app.as('superadmin', { url: emergencySheet.print.path });
  expect([printed.statusCode, printed.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(await state()).toMatchObject({ state: 'current', printed_at: at, printed_by: expect.any(String) });
  const [entry] = await app.database.reader
    .selectFrom('audit_log')
    .select('event_type')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(entry?.event_type).toBe('Emergency Sheet Printed');
  const replace = (text: string, by: string) =>
    app.database.write((tx) =>
      tx
        .updateTable('settings')
        .set(({ fn, ref, val }) => ({ value: fn('replace', [ref('value'), val(text), val(by)]) }))
        .where('name', 'like', 'emergency sheet of %')
        .execute(),
    );
  await replace('market.example', 'other.example');
  expect(await state()).toMatchObject({ state: 'changed', changed: ['Public address'] });
  await app.as('superadmin', { url: emergencySheet.print.path });
  await replace(app.clock.now(), '2026-10-19T03:00:00.000Z');
  expect(await state()).toMatchObject({ state: 'due', changed: [] });
});
