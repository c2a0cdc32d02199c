import { expect, test } from 'vitest';
import { shops } from '#contract/shops.ts';
import { openTestOffice } from '../../testing/office.ts';
import { readPdfText } from '../../testing/pdf.ts';

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
    ...['Pola Economic Centre', 'Statement of account', 'Page 1 of 1', 'Nimal Perera', 'A-1, Nimal Stores, Block A'],
    ...['since 1 Jan 2020', '1 Nov 2026 to 20 Nov 2026', 'Opening balance', '11,800.00 due', '26,000.00 due'],
    ...['Amount due on 20 Nov 2026: Rs. 24,200.00', 'Payments to: '],
  ])
    expect(page).toContain(text);
});

test('a statement of many pages repeats its head on each, with page numbers and the balance brought forward', async () => {
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
