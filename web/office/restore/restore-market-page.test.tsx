import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { day, type Instant } from '#billing/calendar.ts';
import {
  BACKUP_PIECE_BYTES,
  type RestoredMarket,
  type RestoreReport,
  type RestoreState,
  restore,
} from '#contract/restore.ts';
import { currentSession } from '#web/session.ts';
import { answerCalls, openOffice, signInAs } from '#web/testing/office.tsx';

beforeEach(() => signInAs('superadmin'));

const STATE = `GET ${restore.state.path}`;
const BEGIN = `POST ${restore.begin.path}`;
const PIECE = `POST ${restore.send.path}`;
const LIST = `POST ${restore.listBucket.path}`;
const FETCH = `POST ${restore.fetch.path}`;
const WRITE = `POST ${restore.write.path}`;
const OUTCOME = `GET ${restore.outcome.path}?id=first`;

const MADE = '2026-11-20T20:30:00.000Z' as Instant;
const counts = { shops: 3, tenants: 2, payments: 41, tickets: 7, products: 119, prices: 9000, accounts: 4 };
const nothing: RestoreState = {
  stage: 'none',
  id: '',
  name: '',
  by: '',
  bytes: 0,
  received: 0,
  step: null,
  fault: null,
  report: null,
  is_market_empty: true,
  most_megabytes: 6000,
};
const receiving: RestoreState = {
  ...nothing,
  stage: 'receiving',
  id: 'first',
  name: 'pola.sql.gz',
  by: 'kumari@example.com',
  bytes: BACKUP_PIECE_BYTES + 5,
};
const report: RestoreReport = {
  made_at: MADE,
  rows: 12_000,
  counts,
  superadmins: ['owner@example.com'],
  audit_key: { fingerprint: 'a1b2c3', is_here: false },
  signature: { origin: 'other_key', fingerprint: 'a1b2c3' },
  secrets: 2,
  is_token_secret_set: false,
  numbers: [
    { name: 'receipt', last: 812 },
    { name: 'T20', last: 40 },
    { name: 'tax:POLA/2026', last: 9 },
  ],
};
const checked: RestoreState = { ...receiving, stage: 'checked', received: receiving.bytes, report };
const restored: RestoredMarket = {
  at: MADE,
  made_at: MADE,
  rows: 12_000,
  counts,
  difference_count: 0,
  differences: [],
};

type Office = ReturnType<typeof openOffice>;

const choose = async ({ user }: Office, content: BlobPart, name = 'pola.sql.gz') =>
  user.upload(await screen.findByLabelText('Backup of Pola'), new File([content], name));
const restoreButton = () => screen.getByRole('button', { name: 'Restore the market' });
const confirmIn = async ({ user }: Office) => {
  const question = await screen.findByRole('dialog', { name: 'Restore the market?' });
  await user.click(within(question).getByRole('button', { name: 'Restore the market' }));
};

test('a piece whose answer was lost is sent again, and the backup is shown with its counts', {
  tags: ['slow'],
}, async () => {
  let pieces = 0;
  const sent = answerCalls({
    [STATE]: () => Response.json(nothing),
    [BEGIN]: () => Response.json(receiving),
    [PIECE]: () => {
      pieces += 1;
      if (pieces === 2) throw new TypeError('Failed to fetch');
      return Response.json(pieces === 1 ? { ...receiving, received: BACKUP_PIECE_BYTES } : checked);
    },
  });
  await choose(openOffice('/restore-market'), new Uint8Array(BACKUP_PIECE_BYTES + 5));
  await screen.findByText('The backup can be restored', undefined, { timeout: 5000 });
  const offsets = sent.filter(({ call }) => call === PIECE).map(({ body }) => (body as FormData).get('offset'));
  expect(offsets).toEqual(['0', String(BACKUP_PIECE_BYTES), String(BACKUP_PIECE_BYTES)]);
  screen.getByText('9,000');
  screen.getByText(/Its superadmins: owner@example\.com/);
});

test('an encrypted backup is not sent before its identity is there', { tags: ['slow'] }, async () => {
  const sent = answerCalls({ [STATE]: () => Response.json(nothing), [BEGIN]: () => Response.json(checked) });
  const office = openOffice('/restore-market');
  const closed = 'age-encryption.org/v1\n...';
  await choose(office, closed, 'pola.sql.gz.age');
  await screen.findByText('This backup is encrypted. Paste its age identity, then choose the file again.');
  expect(sent.filter(({ call }) => call === BEGIN)).toEqual([]);
  const [field] = screen.getAllByLabelText('Age identity');
  await office.user.type(field as HTMLElement, 'AGE-SECRET-KEY-1X');
  await choose(office, closed, 'pola.sql.gz.age');
  await screen.findByText('The backup can be restored');
  expect(sent.find(({ call }) => call === BEGIN)?.body).toMatchObject({
    name: 'pola.sql.gz.age',
    identity: 'AGE-SECRET-KEY-1X',
  });
});

test('nothing is written before the key and the numbers are answered, and what is wrong is said at its field', {
  tags: ['slow'],
}, async () => {
  const wrong = 'this is another audit key';
  const sent = answerCalls({
    [STATE]: () => Response.json(checked),
    [WRITE]: ({ body }) => {
      const { audit_key } = body as { audit_key?: string };
      return Response.json(audit_key === 'right' ? { ...checked, stage: 'writing' } : { ...checked, fault: wrong });
    },
    [OUTCOME]: () => Response.json({ restored: null }),
  });
  const office = openOffice('/restore-market');
  const { user } = office;
  await screen.findByText('The backup can be restored');
  await user.click(restoreButton());
  screen.getByText('Choose how the audit log continues.');
  screen.getByText('Choose whether numbers were issued after the backup.');
  expect(document.activeElement).toBe(screen.getByLabelText('I have the audit key of the old server'));
  await user.click(screen.getByLabelText('I have the audit key of the old server'));
  await user.type(screen.getByLabelText('Content of the file audit-key'), 'wrong');
  await user.click(screen.getByLabelText('Yes, or I do not know'));
  await user.type(screen.getByLabelText('Receipts'), '811');
  await user.click(restoreButton());
  screen.getByText('Enter 812 or a higher number, or leave the field empty.');
  await user.clear(screen.getByLabelText('Receipts'));
  await user.type(screen.getByLabelText('Receipts'), '900');
  screen.getByLabelText('Sanitation tickets T20');
  screen.getByLabelText('Tax documents POLA/2026');
  expect(sent.filter(({ call }) => call === WRITE)).toEqual([]);
  await user.click(restoreButton());
  await confirmIn(office);
  await screen.findByText(wrong);
  await user.clear(screen.getByLabelText('Content of the file audit-key'));
  await user.type(screen.getByLabelText('Content of the file audit-key'), 'right');
  await user.click(restoreButton());
  await confirmIn(office);
  await waitFor(() => expect(office.address()).toBe('/market-restored?run=first'));
  expect(sent.filter(({ call }) => call === WRITE).map(({ body }) => body)).toEqual([
    { id: 'first', audit_key: 'wrong', used: { receipt: 900 } },
    { id: 'first', audit_key: 'right', used: { receipt: 900 } },
  ]);
});

test('without the old key the log continues with the key of this server, when that was chosen', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls({
    [STATE]: () => Response.json({ ...checked, report: { ...report, secrets: 0, numbers: [] } }),
    [WRITE]: () => Response.json({ ...nothing, stage: 'failed', name: 'pola.sql.gz', fault: 'the disk is full' }),
  });
  const office = openOffice('/restore-market');
  await office.user.click(await screen.findByLabelText('Continue with the key of this server'));
  screen.getByText(/can no longer be proven to be unchanged/);
  await office.user.click(restoreButton());
  screen.getByText('Confirm that you know where the backup comes from.');
  await office.user.click(screen.getByLabelText('I know where this backup comes from'));
  await office.user.click(restoreButton());
  await confirmIn(office);
  await screen.findByText('pola.sql.gz: the disk is full');
  expect(sent.filter(({ call }) => call === WRITE).map(({ body }) => body)).toEqual([
    { id: 'first', continues_with_other_key: true, trusts_unsigned: true },
  ]);
});

test('an unsigned backup is restored only by somebody who knows where it comes from', { tags: ['slow'] }, async () => {
  const unsigned = { origin: 'unsigned', fingerprint: '' } as const;
  const here = { fingerprint: 'a1b2c3', is_here: true };
  const known = { ...report, audit_key: here, signature: unsigned, secrets: 0, numbers: [] };
  const sent = answerCalls({
    [STATE]: () => Response.json({ ...checked, report: known }),
    [WRITE]: () => Response.json({ ...nothing, stage: 'failed', name: 'pola.sql.gz', fault: 'the disk is full' }),
  });
  const office = openOffice('/restore-market');
  await screen.findByText(/The backup is not signed/);
  await office.user.click(restoreButton());
  screen.getByText('Confirm that you know where the backup comes from.');
  expect(sent.filter(({ call }) => call === WRITE)).toEqual([]);
  await office.user.click(screen.getByLabelText('I know where this backup comes from'));
  await office.user.click(restoreButton());
  await confirmIn(office);
  await screen.findByText('pola.sql.gz: the disk is full');
  expect(sent.find(({ call }) => call === WRITE)?.body).toEqual({ id: 'first', trusts_unsigned: true });
});

test('the backups of a bucket are listed with keys that are pasted once, and the chosen one is fetched', {
  tags: ['slow'],
}, async () => {
  let fault: string | null = 'the bucket answered 403';
  const copies = ['2026-11-20', '2026-11-19'].map((text) => ({
    name: `pola-${text}.sql.gz.age`,
    day: day(text),
    bytes: 3_000_000,
  }));
  const sent = answerCalls({
    [STATE]: () => Response.json(nothing),
    [LIST]: () => Response.json({ copies: fault === null ? copies : [], fault }),
    [FETCH]: () => Response.json(checked),
  });
  const { user } = openOffice('/restore-market');
  const bucket = within(await screen.findByRole('region', { name: 'From a bucket' }));
  await user.type(bucket.getByLabelText('Address of the service'), 'https://s3.example.com');
  await user.type(bucket.getByLabelText('Bucket and folder'), 's3://copies/market');
  await user.type(bucket.getByLabelText('Access key'), 'access');
  await user.type(bucket.getByLabelText('Secret key'), 'secret');
  await user.type(bucket.getByLabelText('Age identity'), 'AGE-SECRET-KEY-1X');
  await user.click(bucket.getByRole('button', { name: 'List the backups' }));
  await bucket.findByText('the bucket answered 403');
  fault = null;
  await user.click(bucket.getByRole('button', { name: 'List the backups' }));
  await user.selectOptions(await bucket.findByLabelText('Backup to restore'), 'pola-2026-11-19.sql.gz.age');
  await user.click(bucket.getByRole('button', { name: 'Fetch and check' }));
  await screen.findByText('The backup can be restored');
  expect(sent.find(({ call }) => call === FETCH)?.body).toEqual({
    endpoint: 'https://s3.example.com',
    address: 's3://copies/market',
    region: '',
    access_key: 'access',
    secret_key: 'secret',
    identity: 'AGE-SECRET-KEY-1X',
    name: 'pola-2026-11-19.sql.gz.age',
  });
});

test('the result is shown when the server has started again, although the session has ended, with all differences', {
  tags: ['slow'],
}, async () => {
  let looks = 0;
  answerCalls({
    [OUTCOME]: () => {
      looks += 1;
      if (looks === 2) throw new TypeError('Failed to fetch');
      const found = { ...restored, difference_count: 30, differences: ['A-1: the balance differs'] };
      return Response.json({ restored: looks < 3 ? null : found });
    },
    [STATE]: () => Response.json({ ...checked, stage: 'writing', step: { step: 'verifying', done: 0, total: 0 } }),
  });
  const { address } = openOffice('/market-restored?run=first');
  await screen.findByText('Verifying ledgers, seals and the audit log', undefined, { timeout: 5000 });
  const alert = await screen.findByRole('alert', undefined, { timeout: 5000 });
  within(alert).getByText('Verification found 30 differences');
  within(alert).getByText('A-1: the balance differs');
  expect(currentSession()).toBeUndefined();
  expect(address()).toBe('/market-restored?run=first');
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
});

test('a restore that failed leads back to the page, which says why', { tags: ['slow'] }, async () => {
  answerCalls({
    [OUTCOME]: () => Response.json({ restored: null }),
    [STATE]: () =>
      Response.json({ ...nothing, stage: 'failed', id: 'first', name: 'a.sql', fault: 'the disk is full' }),
  });
  const { address } = openOffice('/market-restored?run=first');
  await screen.findByText('a.sql: the disk is full', undefined, { timeout: 5000 });
  expect(address()).toBe('/restore-market');
});

test('a market that is not empty offers no backup to choose', { tags: ['slow'] }, async () => {
  answerCalls({ [STATE]: () => Response.json({ ...nothing, is_market_empty: false }) });
  openOffice('/restore-market');
  await screen.findByText('This market is not empty');
  expect(screen.queryByLabelText('Backup of Pola')).toBeNull();
});
