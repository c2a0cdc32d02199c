import { afterEach, expect, test } from 'vitest';
import { type Language, languages } from '#contract/languages.ts';
import { setCurrentLanguage } from '#web/i18n/t.ts';
import { testFine, testSummaryInvoice } from '../../testing/shop-summary.ts';
import { amountDueOf, chargedOf, chargesOf } from './sum-charges.ts';

const invoice = testSummaryInvoice('2026-10');

afterEach(() => setCurrentLanguage('en'));

test('another charge has its name in the language of the reader, in English without a translation', () => {
  const [rent] = invoice.Rents;
  if (!rent) throw new Error('the fixture has its charges');
  const electricity = { name: 'Electricity', name_si: 'විදුලිය', name_ta: '', line: 1, quantity: 1, unit: 'kWh' };
  const charge = { ...rent, ...electricity, other_charge_id: 1, other_amount: 45, is_vatable: true };
  const other = { ...invoice, OtherCharges: [charge] };
  const nameIn = (language: Language) => {
    setCurrentLanguage(language);
    return chargesOf(other).find(({ kind }) => kind === 'Other')?.name;
  };
  expect(languages.map(nameIn)).toEqual(['Electricity', 'විදුලිය', 'Electricity']);
});

test('money covers VAT, operation fee, rent and fine in this order', () => {
  const fined = { ...invoice, Fines: [testFine(invoice)] };
  expect(chargesOf(fined).map(({ kind }) => kind)).toEqual(['VAT', 'OperationFee', 'Rent', 'Fine']);
});

test('charges and unpaid amounts add up to the cent', () => {
  const vat = invoice.VATs[0];
  const rent = invoice.Rents[0];
  if (!vat || !rent) throw new Error('the fixture has its charges');
  const odd = {
    ...invoice,
    VATs: [{ ...vat, vat_amount: 0.1 }],
    OperationFees: [],
    Rents: [{ ...rent, rent_amount: 0.2, paid_amount: 0.1 }],
  };
  expect([chargedOf(odd), amountDueOf(odd)]).toEqual([0.3, 0.2]);
});
