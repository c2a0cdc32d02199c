import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const FOLDER = path.join(import.meta.dirname, 'migrations');
const RELEASES = path.join(import.meta.dirname, '../testing/releases');

/** The first digits of the hash of each file that a released migration runs, comments and spaces excepted. */
const released: Readonly<Record<string, string>> = {
  '0001-schema.ts': '023618e411ae',
  '0002-cheques-and-reminders.ts': '75ec1b8194cf',
  '0003-cashier.ts': '7b799e0eb5c1',
  '0004-cash-sessions.ts': '83c2b3feef65',
  '0005-cleared-cheques.ts': 'a8d017ba8f60',
  '0006-previous-system.ts': '415ddfe53799',
  '0007-accounts-of-entries.ts': 'dada5377d274',
  '0008-copies-elsewhere.ts': 'f8405d2c7fe4',
  '0009-machine-of-copies.ts': '495cacb86a76',
  '0011-price-changes-by-day.ts': '7d3751c02957',
  '0013-kept-cash.ts': '0b2771433d8d',
  '0014-confirmation-starts.ts': '40881cbd78ab',
  '0015-shift-sums.ts': '18bca0a29169',
  '0016-by-day.ts': 'd5c0f84976ac',
  '0017-tenants.ts': 'cef82b5265f7',
  '0018-deposited-cheques.ts': 'bfeeac228ae2',
  '0019-noted-numbers.ts': 'de89034eb8d5',
  '0020-counting-starts.ts': '7a9a18e24f2c',
  '0021-received-deposits.ts': '6e21ebd42b7b',
  '0022-gate-handovers.ts': 'a87ffe7768e7',
  '0023-undone-handovers.ts': '153412cd8d07',
  '0024-handovers-into-drawers.ts': 'ec57847188fb',
  '0025-counted-cheques.ts': '6dd457320b93',
  'early/0001-foundation.ts': '7ac1cf57b0d8',
  'early/0002-books.ts': 'e8e2f4837ed6',
  'early/0003-reports-and-mail.ts': 'c14dd6b27344',
  'early/0004-public-site.ts': '67577901601f',
  'early/0005-tickets.ts': '70709f37777f',
  'early/0006-audit-log-by-day.ts': 'c31c57da5074',
  'early/0007-settings.ts': 'a66d675eda36',
  'early/0008-tenancies.ts': '449835309fe7',
  'early/0009-tax-documents.ts': 'b13ad0aa1292',
  'early/0010-linked-entries.ts': 'c300da725781',
  'early/0011-other-charges.ts': 'c90ab250df34',
  'early/0012-sealed-rows.ts': 'fbcbe83c84b6',
  'early/0013-mail-outbox.ts': '46e4b487ed1f',
  'early/0014-erased-tenants.ts': 'd7f6e07fa539',
  'early/0015-languages.ts': 'c8fca5a68fac',
  'early/0016-disabled-accounts.ts': 'e1eabbed5f5f',
  'early/0017-factors.ts': '75ab7b40fcce',
  'early/0018-tariff.ts': '95b1a0dc6241',
  'early/0020-approvals.ts': '2f9794ff9527',
  'early/0021-rent-rules.ts': 'b429d93ce8d6',
  'early/0022-arrivals.ts': '32902779aa00',
  'early/0023-alerts.ts': '53958428739e',
  'early/0024-one-time-passwords.ts': 'ebef89d30e15',
  'early/0025-ticket-owners.ts': '301f7d5db3a3',
  'early/0027-second-person.ts': '2a5ad446046a',
  'early/0029-chosen-columns.ts': '9f45eb5bbad5',
  'early/0030-drawn-numbers.ts': '9590922e393f',
  'early/0031-vehicle-types.ts': '8347fd85adda',
  'early/division/copy-ledgers.ts': '8c7cd8e77b29',
  'early/division/divide-ledgers.ts': 'efb20e6260f6',
  'early/division/divide-money.ts': '16d14310766d',
  'early/division/move-money.ts': 'f3282edd66ed',
  'early/division/plan-shops.ts': '01d5424eb008',
  'first-schema/gate.ts': '5be726dce57f',
  'first-schema/ledgers.ts': '73e775898be4',
  'first-schema/office.ts': '45c2c58e4a49',
  'first-schema/public-site.ts': 'a5feaa33e283',
  'first-schema/settings.ts': '3a218118959f',
  'first-schema/tax.ts': '4361a20b56e9',
};

function hashOf(file: string): string {
  const code = readFileSync(path.join(FOLDER, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s+/gm, '');
  return createHash('sha256').update(code).digest('hex').slice(0, 12);
}

test('a released migration is never changed', () => {
  const now = Object.keys(released).map((file) => [file, hashOf(file)]);
  expect(Object.fromEntries(now)).toEqual(released);
});

test('every migration that a delivered release has run is among the released ones', () => {
  const texts = globSync('*.sql.gz', { cwd: RELEASES }).map((name) =>
    gunzipSync(readFileSync(path.join(RELEASES, name))).toString(),
  );
  expect(texts.length).toBeGreaterThan(2);
  const ran = texts.flatMap((text) => {
    const rows = /insert into "kysely_migration" [^\n]*\n([^;]*);/.exec(text)?.[1] ?? '';
    return [...rows.matchAll(/'(\d{4}-[\w-]+)'/g)].map(([, name]) => name);
  });
  const names = Object.keys(released).map((file) => path.basename(file, '.ts'));
  expect(ran.filter((name) => !names.includes(name ?? ''))).toEqual([]);
  expect(new Set(ran).size).toBeGreaterThan(30);
});
