import { expect, test } from 'vitest';
import { sortInvoiceIds } from './sort-invoice-ids.ts';

test('invoices are in the natural order of their shops, and those of a shop from the oldest month on', () => {
  const ids = [
    'INV-B1-202611',
    'INV-A10-202611',
    'INV-A2-202612',
    'INV-A-10-202611',
    'INV-A2-202601',
    'INV-A-9-202612',
  ];
  const sorted = [
    'INV-A-9-202612',
    'INV-A-10-202611',
    'INV-A2-202601',
    'INV-A2-202612',
    'INV-A10-202611',
    'INV-B1-202611',
  ];
  expect(sortInvoiceIds(ids)).toEqual(sorted);
  expect(sortInvoiceIds(ids.toReversed())).toEqual(sorted);
});
