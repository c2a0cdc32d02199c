import { expect, test } from 'vitest';
import { describeValues } from './describe-values.ts';

test('amounts, rates and languages of the log are readable, and fields have names', () => {
  expect(describeValues('30000.00')).toEqual(['LKR 30,000.00']);
  expect(describeValues('rent_amount: 13125.00; vat_rate: 18')).toEqual(['rent: LKR\u00a013,125.00', 'VAT rate: 18%']);
  expect(describeValues('language: si; agreement_number: ')).toEqual([
    'language of documents: Sinhala',
    'agreement number: none',
  ]);
});

test('a field of the log is named by its label, or by its name in entries of earlier releases', () => {
  const names = ['rent: LKR\u00a013,125.00', 'VAT rate: 18%', 'contact: 077'];
  expect(describeValues('rent amount: 13125.00; VAT rate: 18; contact number: 077')).toEqual(names);
  expect(describeValues('rent_amount: 13125.00; vat_rate: 18; contact: 077')).toEqual(names);
});

test('a value keeps its semicolons, and an unknown text is shown as it is', () => {
  expect(describeValues('address: 12 Main Street; Dambulla; email: none')).toEqual([
    'address: 12 Main Street; Dambulla',
    'email: none',
  ]);
  expect(describeValues('18%')).toEqual(['18%']);
  expect(describeValues('email: none; TIN: 900000019')).toEqual(['email: none', 'TIN: 900000019']);
});
