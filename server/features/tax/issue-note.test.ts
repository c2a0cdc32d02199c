/** @module-tag postgres */
import { describe, expect, test } from 'vitest';
import { cents } from '#billing/money.ts';
import type { TaxTotals } from '#billing/tax/tax-lines.ts';
import { invoices } from '#contract/invoices.ts';
import { shops } from '#contract/shops.ts';
import { tax, type VatSchedulesAnswer } from '#contract/tax.ts';
import { tenants } from '#contract/tenants.ts';
import type { ActionContext } from '../../action-context.ts';
import { openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';
import { registerCentre } from '../../testing/registered-centre.ts';
import { CERTIFICATE, type TAX_SETUP } from '../../testing/tax-setup.ts';
import { issueNote } from './issue-note.ts';
import { findTaxDocument } from './queries.ts';

const PERSON = { name: 'Kamala Dias', contact: '000 000 0009', address: 'Dambulla', email: 'kamala@example.com' };

async function openBilled(more: object = CERTIFICATE): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await registerCentre(office);
  const terms = { ...TERMS, rent_amount: 25_000, operation_fee: 3500, shop_id: 'A12' };
  await office.ask(shops.add, { body: terms });
  await office.ask(tenants.add, { body: { ...PERSON, ...more, shop_id: 'A12', from: '2026-10-01' } });
  await office.generate('A12', '2026-10');
  office.goTo('2026-10-06');
  return office;
}

function totals(rupees: number): TaxTotals {
  const valueCents = cents(rupees * 100);
  const vatCents = cents(rupees * 18);
  return { valueCents, vatCents, totalCents: cents(valueCents + vatCents) };
}

/** Issues a note without the API, which would compute the corrected totals from the ledger. */
function correct(office: TestOffice, corrected: TaxTotals) {
  const context: ActionContext = { actor: 'test', now: office.app.clock.now(), requestId: 'test' };
  return office.app.database.write(async (tx) => {
    const document = await findTaxDocument(tx, 1);
    if (!document) throw new Error('nothing was billed');
    return issueNote(tx, context, { document, corrected, reason: 'Rent agreed anew' });
  });
}

const documentsOf = (office: TestOffice) => office.ask(tax.documents, {});

test('rent lowered to 24,000.00 is a tax credit note over the difference', async () => {
  const office = await openBilled();
  await correct(office, totals(27_500));
  expect((await documentsOf(office))[0]).toMatchObject({
    title: 'TAX CREDIT NOTE',
    serial: '26OCT_POLACN_00001',
    value: 1000,
    vat: 180,
    total: 1180,
    original: { serial: '26OCT_POLA_00001', issued_on: '2026-10-01' },
    issued_on: '2026-10-06',
    reason: 'Rent agreed anew',
    prints: 0,
    lines: [
      {
        text: 'Correction: Rent for shop A12, October 2026; Operation fee for shop A12, October 2026',
        quantity: '1',
        value: 1000,
      },
    ],
  });
});

test('rent raised to 26,500.00 is a tax debit note over the difference', async () => {
  const office = await openBilled();
  await correct(office, totals(30_000));
  expect((await documentsOf(office))[0]).toMatchObject({
    title: 'TAX DEBIT NOTE',
    serial: '26OCT_POLADN_00001',
    value: 1500,
    vat: 270,
    total: 1770,
  });
});

test('the next correction starts from the notes before it, and a deletion credits only the rest', async () => {
  const office = await openBilled();
  await correct(office, totals(27_500));
  await correct(office, totals(28_000));
  await office.ask(invoices.remove, { params: { id: 'INV-A12-202610' }, body: {} });
  expect((await documentsOf(office)).map(({ serial, value }) => [serial, value])).toEqual([
    ['26OCT_POLACN_00002', 28_000],
    ['26OCT_POLADN_00001', 500],
    ['26OCT_POLACN_00001', 1000],
    ['26OCT_POLA_00001', 28_500],
  ]);
});

test('nothing is issued when nothing changes', async () => {
  const office = await openBilled();
  expect(await correct(office, totals(28_500))).toBeUndefined();
  expect(await documentsOf(office)).toHaveLength(1);
});

test('notes on an INVOICE have numbers of their own, counted by direction', async () => {
  const office = await openBilled({});
  await correct(office, totals(27_500));
  await correct(office, totals(27_000));
  await correct(office, totals(29_000));
  expect((await documentsOf(office)).map(({ title, serial }) => [title, serial])).toEqual([
    ['DEBIT NOTE', 'DN-A12-202610-1'],
    ['CREDIT NOTE', 'CN-A12-202610-2'],
    ['CREDIT NOTE', 'CN-A12-202610-1'],
    ['INVOICE', 'INV-A12-202610'],
  ]);
});

test('a note that is refused takes no serial', async () => {
  const office = await openBilled();
  const wrong = { valueCents: cents(-100), vatCents: cents(0), totalCents: cents(-100) };
  await expect(correct(office, wrong)).rejects.toThrow('corrected below 0');
  await correct(office, totals(27_500));
  expect((await documentsOf(office))[0]?.serial).toBe('26OCT_POLACN_00001');
});

describe('load schedules', () => {
  const PERSON = { name: 'EXAMPLE TENANT', contact: '000 000 0009', address: 'Dambulla', email: 'kamala@example.com' };

  async function letTo(office: TestOffice, shop_id: string, more: object = {}): Promise<void> {
    const terms = { ...TERMS, rent_amount: 25_000, operation_fee: 3500, shop_id };
    await office.ask(shops.add, { body: terms });
    await office.ask(tenants.add, { body: { ...PERSON, ...more, shop_id, from: '2026-10-01' } });
  }

  /** Opens an office with the worked example, but without its debit note: October 2026 of A12, C44 and B07. */
  async function openOctober(more: Partial<typeof TAX_SETUP> = {}): Promise<TestOffice> {
    const office = await openTestOffice();
    office.goTo('2026-10-01');
    await registerCentre(office, more);
    await letTo(office, 'A12', CERTIFICATE);
    await letTo(office, 'B07');
    await letTo(office, 'C44', { ...CERTIFICATE, tin: '900000027', tax_name: 'EXAMPLE STORES' });
    await office.generate('A12', '2026-10');
    await office.generate('B07', '2026-10');
    office.goTo('2026-10-05');
    await office.ask(invoices.remove, { params: { id: 'INV-A12-202610' }, body: {} });
    const cheaper = { ...TERMS, rent_amount: 24_000, operation_fee: 3500 };
    await office.ask(shops.edit, { params: { id: 'A12' }, body: cheaper });
    await office.generate('A12', '2026-10');
    office.goTo('2026-11-20');
    await office.generate('C44', '2026-10');
    return office;
  }

  const schedulesOf = (office: TestOffice, period: string): Promise<VatSchedulesAnswer> =>
    office.ask(tax.schedules, { params: { period } });

  function download(office: TestOffice, period: string, schedule: '01' | '04') {
    return office.tell(tax.scheduleFile, { params: { period, schedule } });
  }

  test('the schedules of October equal the ledger to the cent', async () => {
    const office = await openOctober();
    const october = await schedulesOf(office, '2641');
    expect(october).toMatchObject({
      first: '2026-10-01',
      last: '2026-10-31',
      return_due: '2026-11-30',
      is_equal: true,
      output: { value: 84_500, vat: 15_210 },
      ledger: { value: 84_500, vat: 15_210 },
      rounding: { value: 0, vat: 0 },
      faults: [{ fault: 'date outside period', is_warning: true, number: '26NOV_POLA_00003' }],
      late: [{ number: '26NOV_POLA_00003', days: 50 }],
      files: [],
    });
    expect(october.invoices.map(({ number, tin, value }) => [number, tin, value])).toEqual([
      ['26OCT_POLA_00001', '900000019', 28_500],
      ['26OCT_POLA_00002', '900000019', 27_500],
      ['26NOV_POLA_00003', '900000027', 28_500],
      ['INV-B07-202610', '100902885', 28_500],
    ]);
    expect(october.notes).toMatchObject([{ number: '26OCT_POLACN_00001', kind: 'credit', value: 28_500, vat: 5130 }]);
    expect(await schedulesOf(office, '2642')).toMatchObject({ invoices: [], notes: [], is_equal: true });
  });

  test('both files have the rows and names of the tax office, and each download is recorded', async () => {
    const office = await openOctober();
    const first = await download(office, '2641', '01');
    expect(first.headers['content-disposition']).toBe(
      'attachment; filename="900000001_VAT_SCHEDULE01_2641_20261120_ORIGINAL_V1.csv"',
    );
    expect(first.body.split('\r\n').slice(1)).toEqual([
      '1,10/01/2026,26OCT_POLA_00001,900000019,EXAMPLE TRADERS,Rent and operation fee of shop A12 2026-10,28500.00,5130.00',
      '2,10/05/2026,26OCT_POLA_00002,900000019,EXAMPLE TRADERS,Rent and operation fee of shop A12 2026-10,27500.00,4950.00',
      '3,11/20/2026,26NOV_POLA_00003,900000027,EXAMPLE STORES,Rent and operation fee of shop C44 2026-10,28500.00,5130.00',
      '4,10/01/2026,INV-B07-202610,100902885,EXAMPLE TENANT,Rent and operation fee of shop B07 2026-10,28500.00,5130.00',
      '',
    ]);
    const notes = await download(office, '2641', '04');
    expect(notes.body.split('\r\n').slice(1)).toEqual([
      '1,900000019,10/01/2026,26OCT_POLA_00001,Credit,10/05/2026,26OCT_POLACN_00001,28500.00,5130.00,Y',
      '',
    ]);
    const { files } = await schedulesOf(office, '2641');
    expect(files).toMatchObject([
      { schedule: '04', version: 1 },
      { schedule: '01', version: 1, made_by: 'admin@example.com' },
    ]);
  });

  test('after the return was due a file is an amendment, and only other contents have a higher version', {
    tags: ['slow'],
  }, async () => {
    const office = await openOctober();
    office.goTo('2026-12-05');
    const nameOf = async () => String((await download(office, '2641', '01')).headers['content-disposition']);
    expect(await nameOf()).toContain('20261205_AMENDMENT_V2.csv');
    expect(await nameOf()).toContain('20261205_AMENDMENT_V2.csv');
    await letTo(office, 'D1', CERTIFICATE);
    await office.generate('D1', '2026-10');
    expect(await nameOf()).toContain('20261205_AMENDMENT_V3.csv');
  });

  test('tenants without TIN can have one row for all, with their notes netted', { tags: ['slow'] }, async () => {
    const office = await openOctober({ unregistered: 'bulk' });
    await letTo(office, 'B08');
    await office.generate('B08', '2026-10');
    const { invoices: rows, output, is_equal } = await schedulesOf(office, '2641');
    expect(rows.at(-1)).toMatchObject({ number: 'OTHERS-202610', name: 'Others', date: '2026-10-31', value: 57_000 });
    expect([output.value, is_equal]).toEqual([113_000, true]);
  });

  test('a difference between ledger and documents is shown, and no file is made', { tags: ['slow'] }, async () => {
    const office = await openOctober();
    await office.app.database.write((tx) =>
      tx.deleteFrom('tax_documents').where('serial', '=', '26NOV_POLA_00003').execute(),
    );
    const october = await schedulesOf(office, '2641');
    expect(october).toMatchObject({ is_equal: false, output: { vat: 10_080 }, ledger: { vat: 15_210 } });
    await office.refused(tax.scheduleFile, { params: { period: '2641', schedule: '01' } }, 'vat_schedule_faulty');
  });

  test('papers in whole rupees show how far the ledger is above them', async () => {
    const office = await openTestOffice();
    office.goTo('2026-10-01');
    await registerCentre(office, { amounts: 'rupees' });
    await office.ask(shops.add, { body: { ...TERMS, rent_amount: 8000.4, operation_fee: 2000.25, shop_id: 'A1' } });
    await office.ask(tenants.add, { body: { ...PERSON, ...CERTIFICATE, shop_id: 'A1', from: '2026-10-01' } });
    await office.generate('A1', '2026-10');
    const october = await schedulesOf(office, '2641');
    expect(october).toMatchObject({
      output: { value: 10_001, vat: 1800 },
      ledger: { value: 10_000.65, vat: 1800.12 },
      is_equal: true,
      rounding: { value: -0.35, vat: 0.12 },
    });
    const [document] = await office.ask(tax.documents, {});
    expect(document?.statement).toMatchObject({ bill: 11_801, rounding: -0.23, to_pay: 11_800.77 });
  });

  test('bills of before the registration are in no schedule', async () => {
    const office = await openTestOffice();
    office.goTo('2026-10-01');
    await letTo(office, 'A12', CERTIFICATE);
    await office.generate('A12', '2026-10');
    office.goTo('2026-10-02');
    await registerCentre(office);
    await letTo(office, 'B07');
    await office.generate('B07', '2026-10');
    const october = await schedulesOf(office, '2641');
    expect(october.invoices.map(({ number }) => number)).toEqual(['INV-B07-202610']);
    expect(october.is_equal).toBe(true);
  });
});
