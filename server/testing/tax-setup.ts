import type { Sending } from '#contract/call.ts';
import type { tax } from '#contract/tax.ts';

/** Tax settings of a centre that is registered for VAT. The TIN is invented. */
export const TAX_SETUP: Sending<typeof tax.setSetup>['body'] = {
  registered_from: '2026-01-01',
  tin: '900000001',
  form_from: '2026-10-01',
  tax_name: 'Pola Economic Centre',
  tax_address: 'Example Road, Dambulla',
  amounts: 'cents',
  separator: '_',
  reset: 'never',
  pad: 5,
  unit: 'POLA',
  first_number: 1,
  credit_unit: 'POLACN',
  debit_unit: 'POLADN',
  plain_numbers: 'own',
  words: true,
  place_of_supply: '',
  date_of_supply: 'month-start',
  period_by: 'supply',
  vat_period: 'month',
  unregistered: 'rows',
  issued_by_me: 'Y',
  qr_code:
    '0002010102112632002817056001MERCHANT00000001T0015204939953031445802LK5920POLA ECONOMIC CENTRE6008DAMBULLA62080504POLA63049C10',
  qr_is_read: false,
  qr_limit: null,
};

export const CERTIFICATE = {
  is_vat_registered: true,
  tin: '900000019-7000',
  tax_name: 'EXAMPLE TRADERS',
  tax_address: '1 Example Street, Dambulla',
};
