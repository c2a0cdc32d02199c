/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { payments } from '#contract/payments.ts';
import { shops } from '#contract/shops.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import { openTestOffice } from '../../testing/office.ts';
import { readDrawnGlyphs, readPdfQr, readPdfText, shapeWithHarfBuzz } from '../../testing/pdf.ts';
import { registerCentre } from '../../testing/registered-centre.ts';

test('the PDF of a statement names market, tenant, shop and period, and the amount due in words', async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  office.goTo('2026-11-01');
  await office.generate('A-1', '2026-11');
  office.goTo('2026-11-20');
  await office.pay('A-1', 1800, '2026-11-19');
  const query = { from: '2026-11-01', to: '2026-11-20' };
  const answer = await office.tell(shops.statementPdf, { params: { id: 'a-1' }, query, role: 'manager' });
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.headers['content-disposition']).toBe('inline; filename="statement-A-1-2026-11-20.pdf"');
  const [page = '', ...more] = await readPdfText(answer.rawPayload);
  expect(more).toEqual([]);
  for (const text of [
    'Pola Economic Centre',
    'Statement of account',
    'Page 1 of 1',
    'Nimal Perera',
    'A-1, Nimal Stores, Block A',
    'since 1 Jan 2020',
    '1 Nov 2026 to 20 Nov 2026',
    'Opening balance',
    '11,800.00 due',
    '26,000.00 due',
    'Amount due on 20 Nov 2026: Rs. 24,200.00',
    'Payments to: ',
  ])
    expect(page).toContain(text);
});

test('a statement has a readable payment code for the amount due now, and no code when all is paid', {
  tags: ['slow'],
}, async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await registerCentre(office, { registered_from: null });
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  await office.generate('A-1', '2026-11');
  const params = { id: 'A-1' };
  const query = { from: '2026-10-01', to: '2026-10-31' };
  const { how_to_pay } = await office.ask(shops.statement, { params, query });
  expect(how_to_pay).toMatchObject({ reference: 'A-1-202611-34', code: { amount: 23_600, day: '2026-10-01' } });
  const pdf = (await office.tell(shops.statementPdf, { params, query })).rawPayload;
  expect(await readPdfQr(pdf, 200)).toBe(how_to_pay?.code?.text);
  const [page] = await readPdfText(pdf);
  expect(page).toContain('LANKAQR: Rs. 23,600.00, as of 1 Oct 2026');
  expect(page).toContain('Payment reference: A-1-202611-34');
  await office.pay('A-1', 23_600, '2026-10-01');
  expect((await office.ask(shops.statement, { params, query })).how_to_pay).toBeNull();
});

test('a statement of many pages repeats its head on each, with page numbers and the balance brought forward', {
  tags: ['slow'],
}, async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  await office.let('A-1');
  for (let number = 1; number <= 60; number += 1) await office.pay('A-1', number, '2026-11-20');
  const { rawPayload } = await office.tell(shops.statementPdf, { params: { id: 'A-1' } });
  const pages = await readPdfText(rawPayload);
  expect(pages.length).toBe(2);
  for (const [at, page] of pages.entries()) {
    expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
    for (const text of ['Nimal Perera', 'Description', 'Charged (Rs.)']) expect(page).toContain(text);
  }
  expect(pages.map((page) => page.includes('Balance brought forward'))).toEqual([false, true]);
  expect(pages.map((page) => page.includes('Credit on 20 Nov 2026: Rs. 1,830.00'))).toEqual([false, true]);
  expect(pages.join()).not.toContain('Payments to');
});

test('a statement is written for the reader on the screen, and for the tenant on paper', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  await office.let('A-1');
  const [tenant] = await office.ask(tenants.list, {});
  const params = { id: String(tenant?.tenant_id) };
  const body = { agreement_number: '', agreement_note: '', language: 'si' } as const;
  await office.ask(tenancies.edit, { params, body });
  const { payment } = await office.pay('A-1', 12_345.65, '2026-11-20', { paymentMethod: 'Bank Transfer' });
  const headers = { 'accept-language': 'ta' };
  const answer = await office.app.as('admin', { method: 'GET', url: '/api/shops/A-1/statement', headers });
  expect(shops.statement.answer.parse(answer.json())).toMatchObject({
    language: 'si',
    lines: [
      {
        text: `கொடுப்பனவு ${payment.payment_id}, வங்கிப் பணமாற்றம்`,
        paper_text: `ගෙවීම ${payment.payment_id}, බැංකු මාරු කිරීම`,
      },
    ],
  });
  const { rawPayload } = await office.tell(shops.statementPdf, { params: { id: 'A-1' } });
  const drawn = readDrawnGlyphs(rawPayload, 'NotoSansSinhala-Regular').join();
  expect(drawn).toContain(shapeWithHarfBuzz('බැංකු මාරු කිරීම', 'Sinhala').join());
  const receipt = await office.ask(payments.receipt, { params: { id: String(payment.payment_id) } });
  expect(receipt).toMatchObject({
    language: 'si',
    amount_in_words: 'රුපියල් දොළොස්දහස් තුන්සිය හතළිස්පහයි සත හැටපහයි',
  });
});
