import { expect, test } from 'vitest';
import { invoices } from '#contract/invoices.ts';
import { shops } from '#contract/shops.ts';
import { tax } from '#contract/tax.ts';
import { tenants } from '#contract/tenants.ts';
import { openTestOffice, TERMS } from '../../testing/office.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { registerCentre } from '../../testing/registered-centre.ts';
import { CERTIFICATE } from '../../testing/tax-setup.ts';

const PERSON = { name: 'Kamala Dias', contact: '000 000 0009', address: 'Dambulla', email: 'kamala@example.com' };
const DOWNLOADS = 8;

test('of downloads at the same moment only one is the original, and each is counted', { tags: ['slow'] }, async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await registerCentre(office);
  await office.ask(shops.add, { body: { ...TERMS, shop_id: 'A12' } });
  await office.ask(tenants.add, { body: { ...PERSON, ...CERTIFICATE, shop_id: 'A12', from: '2026-10-01' } });
  await office.generate('A12', '2026-10');
  const answers = await Promise.all(
    Array.from({ length: DOWNLOADS }, () => office.tell(invoices.pdf, { params: { id: 'INV-A12-202610' } })),
  );
  const pages = await Promise.all(answers.map(async ({ rawPayload }) => (await readPdfText(rawPayload)).join('')));
  expect(pages.filter((page) => page.includes('ORIGINAL'))).toHaveLength(1);
  expect(pages.filter((page) => page.includes('COPY ONLY'))).toHaveLength(DOWNLOADS - 1);
  expect((await office.ask(tax.documents, {}))[0]?.prints).toBe(DOWNLOADS);
});
