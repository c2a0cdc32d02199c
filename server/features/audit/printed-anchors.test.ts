import { beforeEach, expect, test } from 'vitest';
import { audit } from '#contract/audit.ts';
import { payments } from '#contract/payments.ts';
import { reports } from '#contract/reports.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { readWorkbook } from '../../testing/workbook.ts';
import { verifyMarket } from '../ledger/verify-market.ts';
import { readAnchors } from './find-anchors.ts';

const MONTH = { year: '2026', month: '11' };

let office: TestOffice;
let ids: string[];
beforeEach(async () => {
  office = await openTestOffice();
  office.goTo('2026-11-20');
  await office.let('A-1');
  await office.let('B-2');
  await office.generate('A-1', '2026-11');
  ids = [];
  // The payments are all recorded at the same instant.
  for (const amount of [100, 200, 300])
    ids.push(String((await office.pay('A-1', amount, '2026-11-20')).payment.payment_id));
});

const verify = async (text: string) => {
  const { anchors, damaged } = readAnchors(text);
  expect(damaged).toEqual([]);
  return { count: anchors.length, ...(await verifyMarket(office.app.database, anchors)) };
};

const entryOf = (code: string | null) =>
  office.app.database.reader
    .selectFrom('audit_log')
    .selectAll()
    .where('hash', 'like', `${code?.toLowerCase()}%`)
    .executeTakeFirst();

async function pdfOf(id: string): Promise<string> {
  const { rawPayload } = await office.tell(payments.receiptPdf, { params: { id } });
  return (await readPdfText(rawPayload)).join('\n');
}

test('a receipt has the code of the entry that recorded its payment, in every print and after a correction', {
  tags: ['slow'],
}, async () => {
  const codes = [];
  for (const id of ids) {
    const { audit_code } = await office.ask(payments.receipt, { params: { id } });
    expect((await entryOf(audit_code))?.event_description).toContain(`Payment ${id} `);
    codes.push(audit_code);
  }
  expect(new Set(codes).size).toBe(3);
  await office.ask(payments.printReceipt, { params: { id: ids[0] ?? '' } });
  await office.correct('A-1', '2026-11-20', [100, 150]);
  office.goTo('2026-11-21');
  await office.pay('A-1', 400, '2026-11-21');
  for (const [at, id] of ids.entries()) {
    expect(await pdfOf(id)).toContain(`Audit code ${codes[at]}`);
    expect(await verify(await pdfOf(id))).toMatchObject({ count: 1, differences: [] });
  }
});

test('a payment that was moved to another shop has the code of the entry there', async () => {
  const [, id = ''] = ids;
  const moved = await office.ask(payments.replace, { params: { id }, body: { shop_id: 'B-2', reason: 'Wrong shop' } });
  const after = await office.pay('A-1', 500, '2026-11-20');
  const codeOf = async (payment: number) =>
    (await office.ask(payments.receipt, { params: { id: String(payment) } })).audit_code;
  const entry = await entryOf(await codeOf(moved.payment.payment_id));
  expect(entry).toMatchObject({ event_type: 'Payment Replaced', shop_id: 'B-2' });
  const next = await entryOf(await codeOf(after.payment.payment_id));
  expect(next?.event_description).toContain(`Payment ${after.payment.payment_id} `);
});

test('a payment without an entry has no code', async () => {
  const [id = ''] = ids;
  await office.app.database.write((tx) =>
    tx.deleteFrom('audit_log').where('event_type', '=', 'Payment Made').execute(),
  );
  expect((await office.ask(payments.receipt, { params: { id } })).audit_code).toBeNull();
});

test('reports have the anchor of the moment at which they were made, and what is copied from them is accepted', {
  tags: ['slow'],
}, async () => {
  const anchor = (await office.ask(audit.anchor, {})).anchor;
  if (!anchor) throw new Error('the log is empty');
  const wanted = [anchor.line, `Audit code ${anchor.code}`];
  const asked = [
    [reports.rentPayments, MONTH],
    [reports.remainingDues, MONTH],
    [reports.shopPayments, MONTH],
    [reports.rentRollFile, { month: '2026-11' }],
    [reports.yearFile, { year: '2026' }],
  ] as const;
  for (const [call, query] of asked) {
    const fileAs = async (format: 'pdf' | 'xlsx') =>
      (await office.tell(call as typeof reports.rentPayments, { query: { ...query, format } as never })).rawPayload;
    const pdf = (await readPdfText(await fileAs('pdf'))).join('\n');
    expect(pdf).toContain(wanted.join(' · '));
    expect(await verify(pdf)).toMatchObject({ count: 2, differences: [] });
    const about = readWorkbook(await fileAs('xlsx'))[1]?.rows.map(([cell]) => String(cell?.value));
    expect(about).toEqual(expect.arrayContaining(wanted));
    expect(await verify(about?.join('\n') ?? '')).toMatchObject({ count: 2, differences: [] });
  }
  const roll = await office.ask(reports.rentRoll, { query: { month: '2026-11' } });
  expect(roll.anchor).toEqual(anchor);
});

test('an entry that is missing is named with what the receipt and the report say', { tags: ['slow'] }, async () => {
  const receipt = await pdfOf(ids[2] ?? '');
  const report = (await readPdfText((await office.tell(reports.rentPayments, { query: MONTH })).rawPayload)).join('\n');
  await office.app.database.write((tx) => tx.deleteFrom('audit_log').where('shop_id', '=', 'A-1').execute());
  const { differences } = await verify(`${receipt}\n${report}`);
  const missing = differences.filter((line) =>
    line.startsWith('an entry was removed or changed since this audit proof was made'),
  );
  expect(missing).toHaveLength(3);
});

test.each<[string, string, Partial<ReturnType<typeof readAnchors>>]>([
  [
    'broken by a mail program',
    `Pola anchor; Dambulla;\n2026-11-20; entry 7;\r\n${'0a'.repeat(32)}\n`,
    { otherLines: 0 },
  ],
  ['in Sinhala', 'විගණන කේතය 0A1B2C3D4E', {}],
  ['with other lines', `Hello,\n\nAudit code: 0a1B2c3D4e\n\nthe office, 0112345678\n`, { otherLines: 2 }],
  ['alone in a line', ' 0A1B2C3D4E \r\n', { otherLines: 0 }],
])('an anchor %s is read', (_, text, read) => {
  expect(readAnchors(text)).toMatchObject({ anchors: [{ mac: expect.stringMatching(/^0a/) }], damaged: [], ...read });
});

test.each(['Audit code 0A1B2C3D4', 'Audit code 0A1B2C3D4EF', `Pola anchor; D; 2026-11-20; entry 7; ${'a'.repeat(63)}`])(
  'an incomplete anchor is not overlooked: %s',
  (line) => {
    expect(readAnchors(`0A1B2C3D4E\n${line}\n`)).toMatchObject({ anchors: [{ mac: '0a1b2c3d4e' }], damaged: [line] });
  },
);
