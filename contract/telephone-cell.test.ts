import { expect, test } from 'vitest';
import { readTelephoneCell } from './telephone-cell.ts';

test.each([
  ['771234567', '0771234567'],
  ['77 123 4567', '077 123 4567'],
  ['77-1234567', '077-1234567'],
  ["'771234567", '0771234567'],
  ['771234567.0', '0771234567'],
  ['771234567 / 0712345678', '0771234567 / 0712345678'],
  ['771234567, 662284200', '0771234567, 0662284200'],
  ['௭௭௧௨௩௪௫௬௭', '0771234567'],
])('%j lacks its 0: %j', (cell, text) => {
  expect(readTelephoneCell(cell)).toEqual({ text, hasZeroAdded: true, isRounded: false });
});

test.each([
  ['0771234567', '0771234567'],
  ['94771234567.0', '94771234567'],
  ['+94771234567.00', '+94771234567'],
  ['+94 77 123 4567', '+94 77 123 4567'],
  ['077 123 4567 (son)', '077 123 4567 (son)'],
  ['12345678', '12345678'],
  ['1234567890', '1234567890'],
  ['-', '-'],
  ['', ''],
])('%j is read as %j', (cell, text) => {
  expect(readTelephoneCell(cell)).toEqual({ text, hasZeroAdded: false, isRounded: false });
});

test.each(['9.47712E+11', '7.71e8', '9E+11', '0712345678 / 7.71235E+08'])('the digits of %j are lost', (cell) => {
  expect(readTelephoneCell(cell).isRounded).toBe(true);
});
