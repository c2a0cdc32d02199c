import { westernDigits } from './western-text.ts';

export interface TelephoneCell {
  text: string;
  /** True if a leading 0, which spreadsheet programs drop, was put back. */
  hasZeroAdded: boolean;
  /** True for `9.47712E+11`: a spreadsheet program has rounded the number, so its digits are lost. */
  isRounded: boolean;
}

const SEPARATOR = /(\s*[,;/|&\n]+\s*)/;
const ROUNDED = /^\d+(?:\.\d+)?e\+?\d+$/i;
const WITH_DECIMALS = /^(\+?\d+)\.0+$/;
/** Matches a number of Sri Lanka without its leading 0. */
const NINE_DIGITS = /^[1-9](?:[ -]?\d){8}$/;

/** Reads a cell with one or several telephone numbers as spreadsheet programs change them. */
export function readTelephoneCell(cell: string): TelephoneCell {
  const parts = cell.split(SEPARATOR).map((part, at) => (at % 2 === 1 ? part : readNumber(part)));
  return {
    text: parts.map((part) => (typeof part === 'string' ? part : part.text)).join(''),
    hasZeroAdded: parts.some((part) => typeof part !== 'string' && part.hasZeroAdded),
    isRounded: parts.some((part) => typeof part !== 'string' && part.isRounded),
  };
}

function readNumber(written: string): TelephoneCell {
  const plain = westernDigits(written).trim().replace(/^'/, '');
  const number = WITH_DECIMALS.exec(plain)?.[1] ?? plain;
  const hasZeroAdded = NINE_DIGITS.test(number);
  const isRead = hasZeroAdded || number !== westernDigits(written).trim();
  return {
    text: hasZeroAdded ? `0${number}` : isRead ? number : written,
    hasZeroAdded,
    isRounded: ROUNDED.test(number),
  };
}
