/** @module-tag sqlite-only */
import { expect, onTestFinished, test } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { readDrawnGlyphs, readPdfText, shapeWithHarfBuzz } from '../../testing/pdf.ts';

const SINHALA = 'ක්‍රිෂාන්ත ද්‍රව්‍ය';
const TAMIL = 'லக்ஷ்மி ஸ்டோர்ஸ்';

const CHEQUE = { chequeNumber: '00-77 12', chequeBank: 'Bank of Ceylon', chequeDate: '2027-01-15' };

async function openMarket(): Promise<{ app: TestApp; id: number }> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  await app.tokenOf('admin');
  await app.verifySessions();
  const post = async (url: string, payload: object) => {
    const answer = await app.as('admin', { method: 'POST', url, payload });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json();
  };
  const terms = { shop_name: TAMIL, location: 'Block A', rent_amount: 1000, vat_rate: 18, operation_fee: 2000.25 };
  await post('/api/shops', { shop_id: 'A-12', ...terms });
  await post('/api/tenants', {
    shop_id: 'A-12',
    name: SINHALA,
    contact: '000',
    address: 'Dambulla',
    email: 'a@example.com',
  });
  await post('/api/systemsetting/generate', { shop_id: 'A-12', month_year: '2026-11' });
  const paid = { amountPaid: 5000, paymentDate: '2026-11-19', paymentMethod: 'Cheque', note: 'No. 77', ...CHEQUE };
  const id = (await post('/api/payments/by-shop/A-12', paid)).payment.payment_id;
  const actual = { admin_put_amount: 5000, actual_amount: 4900, payment_id: id, edit_reason: 'Counted again' };
  await post('/api/paymentscorrection/correct-payment', { shop_id: 'A-12', payment_date: '2026-11-19', ...actual });
  return { app, id };
}

async function receiptOf(app: TestApp, id: number): Promise<Buffer> {
  const answer = await app.as('manager', { method: 'GET', url: `/api/payments/${id}/receipt/pdf` });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['content-disposition']).toBe(`inline; filename="receipt-${id}.pdf"`);
  return answer.rawPayload;
}

test('a receipt is one A5 page that shows what was paid, what it covered and the amount due', async () => {
  const { app, id } = await openMarket();
  const pdf = await receiptOf(app, id);
  expect(pdf.toString('latin1')).toContain('/MediaBox [0 0 595.28 419.53]');
  const pages = await readPdfText(pdf);
  expect(pages).toHaveLength(1);
  for (const sentence of [
    `Receipt No. ${id}`,
    'Received Rs. 4,900.00',
    'Four thousand nine hundred rupees',
    'Method Cheque 00-77 12, Bank of',
    'Ceylon, 15 Jan 2027',
    'No. 77',
    '19 Nov 2026',
    'Received by admin, 20 Nov 2026, 08:30:00',
    'Signature',
  ])
    expect(pages[0]).toContain(sentence);
  for (const line of [
    /VAT Nov 2026, INV-A-12-202611\s*540\.05/,
    /Operation fee Nov 2026, INV-A-12-202611\s*2,000\.25/,
    /Rent Nov 2026, INV-A-12-202611\s*1,000\.00/,
    /Added to shop credit\s*1,359\.70/,
    /Corrected on 20 Nov 2026 \(included in the amount above\): Counted again\s*-100\.00/,
    /Shop credit\s*1,359\.70/,
    /Amount due as of 20 Nov 2026\s*0\.00/,
  ])
    expect(pages[0]).toMatch(line);
});

test('a receipt that was printed before is marked COPY', { tags: ['slow'] }, async () => {
  const { app, id } = await openMarket();
  expect(await readPdfText(await receiptOf(app, id))).not.toEqual([expect.stringContaining('COPY')]);
  await app.as('admin', { method: 'POST', url: `/api/payments/${id}/receipt/print`, payload: {} });
  expect(await readPdfText(await receiptOf(app, id))).toEqual([expect.stringContaining('COPY')]);
});

test('Sinhala and Tamil names with conjuncts are drawn on the receipt as HarfBuzz draws them', async () => {
  const { app, id } = await openMarket();
  const pdf = await receiptOf(app, id);
  expect(readDrawnGlyphs(pdf, 'NotoSansSinhala-Regular')).toEqual(shapeWithHarfBuzz(SINHALA, 'Sinhala'));
  const drawn = readDrawnGlyphs(pdf, 'NotoSansTamil-Regular').join('|');
  expect(drawn.split(shapeWithHarfBuzz(TAMIL, 'Tamil').join('|'))).toHaveLength(2);
});
