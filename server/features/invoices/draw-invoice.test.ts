/** @module-tag sqlite-only */
import { expect, onTestFinished, test } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { readDrawnGlyphs, readPdfText, shapeWithHarfBuzz } from '../../testing/pdf.ts';

const SINHALA = 'ශ්‍රී ක්ෂේම වෙළඳසැල';
const TAMIL = 'ஸ்ரீதரன் க்ஷத்ரியன்';

async function openMarket(): Promise<TestApp> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  const post = async (url: string, payload: object) => {
    const answer = await app.as('admin', { method: 'POST', url, payload });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  };
  const terms = { shop_name: SINHALA, location: 'Block A', rent_amount: 8000, vat_rate: 17.5, operation_fee: 2000.25 };
  await post('/api/shops', { shop_id: 'A-12', ...terms });
  await post('/api/tenants', {
    shop_id: 'A-12',
    name: TAMIL,
    contact: '000 111 2222',
    address: 'Dambulla',
    email: 'a@example.com',
    from: '2026-10-01',
  });
  await post('/api/systemsetting/generate', { shop_id: 'A-12', month_year: '2026-10' });
  await post('/api/payments/by-shop/A-12', { amountPaid: 5000, paymentDate: '2026-11-19' });
  await post('/api/systemsetting/generate', { shop_id: 'A-12', month_year: '2026-11' });
  return app;
}

const pdfOf = async (app: TestApp, url: string) => {
  const answer = await app.as('manager', { method: 'GET', url });
  expect(answer.headers['content-type']).toBe('application/pdf');
  return answer;
};

test('an invoice is one A4 page with a copy for the customer and one for the office', { tags: ['slow'] }, async () => {
  const app = await openMarket();
  const answer = await pdfOf(app, '/api/invoices/inv-a-12-202611/pdf');
  expect(answer.headers['content-disposition']).toBe('inline; filename="INV-A-12-202611.pdf"');
  expect(answer.rawPayload.toString('latin1')).toContain('/MediaBox [0 0 595.28 841.89]');
  const pages = await readPdfText(answer.rawPayload);
  expect(pages).toHaveLength(1);
  const copies = (pages[0] ?? '').split('Invoice Nov 2026').slice(1);
  expect(copies).toEqual([
    expect.stringContaining('INV-A-12-202611\nCustomer Copy'),
    expect.stringContaining('INV-A-12-202611\nOffice Copy'),
  ]);
});

test('each copy has the figures of the invoice as it was generated, and the fixed sentences of the market', async () => {
  const app = await openMarket();
  const [page = ''] = await readPdfText((await pdfOf(app, '/api/invoices/INV-A-12-202611/pdf')).rawPayload);
  const said = [
    'Rent Amount\n?\\s*8,000.00',
    'Operation Fee\\s*2,000.25',
    'VAT \\(17.5%\\)\\s*1,750.04',
    'Total Arrears\\s*6,750.29',
    'Total Fines\\s*0.00',
    'Previous Balance\\s*0.00',
    'Total Amount\\s*Rs. 18,500.58',
    'Fines Prev Month 0.00',
    'Prev Total 11,750.29',
    'Prev Total Paid 0.00',
    'Prev Payment Date –',
    'Issued\\s*20 Nov 2026',
    'Due\\s*4 Dec 2026',
    '000 111 2222',
    'Block A',
    'Rent due before the 15th of the month, otherwise a 30% fine.',
    'Pay by 4 Dec 2026.',
    'Payments to: Example State Bank, current account 0000-0000-2000, Dambulla branch',
    'VAT Registration No. 000000000-2000 \\(example\\)',
    'Management office: 000 000 2001, 000 000 2002',
  ];
  for (const sentence of said) expect(page.match(new RegExp(sentence, 'g')), sentence).toHaveLength(2);
});

test('Sinhala and Tamil names with conjuncts are drawn on both copies as HarfBuzz draws them', async () => {
  const app = await openMarket();
  const { rawPayload: pdf } = await pdfOf(app, '/api/invoices/INV-A-12-202611/pdf');
  const name = shapeWithHarfBuzz(SINHALA, 'Sinhala');
  expect(readDrawnGlyphs(pdf, 'NotoSansSinhala-Regular')).toEqual([...name, ...name]);
  const drawn = readDrawnGlyphs(pdf, 'NotoSansTamil-Regular').join('|');
  expect(drawn.split(shapeWithHarfBuzz(TAMIL, 'Tamil').join('|'))).toHaveLength(3);
});

test('a credit of the shop is described as subtracted, and a debt as added', { tags: ['slow'] }, async () => {
  const app = await openMarket();
  for (const [cents, sentence] of [
    [15_050, 'Previous Balance, credit (deducted)'],
    [-15_050, 'Previous Balance, debt (added)'],
  ] as const) {
    await app.database.write((tx) =>
      tx
        .updateTable('invoices')
        .set({ previous_balance_cents: cents as never })
        .where('month', '=', '2026-11' as never)
        .execute(),
    );
    const [page = ''] = await readPdfText((await pdfOf(app, '/api/invoices/INV-A-12-202611/pdf')).rawPayload);
    expect(page).toContain(sentence);
    expect(page).toContain('150.50');
  }
});

test('with the longest names of a shop every figure still fits on one page', async () => {
  const app = await openMarket();
  await app.database.write(async (tx) => {
    await tx
      .updateTable('shops')
      .set({ shop_name: 'W'.repeat(80), location: 'Upper floor '.repeat(8) })
      .execute();
    await tx
      .updateTable('tenancies')
      .set({ name: `${SINHALA} `.repeat(6).trim(), contact: '0'.repeat(60) })
      .execute();
  });
  const pages = await readPdfText((await pdfOf(app, '/api/invoices/INV-A-12-202611/pdf')).rawPayload);
  expect(pages).toHaveLength(1);
  expect(pages[0]?.match(/Rs\. 18,500\.58/g)).toHaveLength(2);
  expect(pages[0]?.replaceAll(/\s/g, '').match(/W{80}/g)).toHaveLength(2);
});
