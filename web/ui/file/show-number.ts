const BUILT_IN = new Map<number, string>([
  [0, 'General'],
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [37, '#,##0'],
  [38, '#,##0'],
  [39, '#,##0.00'],
  [40, '#,##0.00'],
  [41, '#,##0'],
  [42, '#,##0'],
  [43, '#,##0.00'],
  [44, '#,##0.00'],
  [48, '##0.0E+0'],
  [49, '@'],
]);
const DATE = 'yyyy-mm-dd';

export function builtInFormat(id: number): string {
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  return isDate ? DATE : (BUILT_IN.get(id) ?? 'General');
}

const DAYS_FROM_1900_TO_1904 = 1462;
const SERIAL_OF_1970 = 25_569;
const SECONDS_A_DAY = 86_400;
const FIRST_SERIAL = 34_000;
const LAST_SERIAL = 71_000;

export function showNumber(written: string, format: string, starts1904: boolean): string {
  const number = Number(written);
  if (written.trim() === '' || !Number.isFinite(number)) return written;
  const [positive = '', negative] = format.split(';');
  const section = number < 0 && negative !== undefined ? negative : positive;
  if (isDateFormat(section)) return showDate(number + (starts1904 ? DAYS_FROM_1900_TO_1904 : 0));
  const shown = showFigure(number, section);
  const mayBeDay = starts1904 && Number.isInteger(number) && number >= FIRST_SERIAL && number <= LAST_SERIAL;
  return mayBeDay ? `${shown} (1904)` : shown;
}

const UNSHOWN = /\[(?!\$)[^\]]*\]|_.|\*./g;
const LITERAL = /"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]/g;

function isDateFormat(section: string): boolean {
  const letters = section
    .replaceAll(LITERAL, '')
    .replaceAll(/\[[^\]]*\]/g, (part) => (/^\[[hms]+\]$/i.test(part) ? part : ''));
  return !/general/i.test(letters) && /[ymdhs]/i.test(letters.replaceAll(/[_*]./g, ''));
}

function showDate(serial: number): string {
  const seconds = Math.round(serial * SECONDS_A_DAY) - SERIAL_OF_1970 * SECONDS_A_DAY;
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime())
    ? String(serial)
    : date.toISOString().replace('T00:00:00.000Z', '').replace('T', ' ').replace('.000Z', '');
}

function showFigure(number: number, section: string): string {
  const exact = writeDecimal(number);
  const plain = section.replaceAll(UNSHOWN, '');
  const pattern = plain.replaceAll(LITERAL, '');
  if (section === '' || /general|@|e[+-]|\?\/|\/\?/i.test(pattern) || !/[0#?]/.test(pattern)) return exact;
  const decimals = /\.([0#?]*)/.exec(pattern)?.[1]?.length ?? 0;
  if (/[0#?],+(?![0#?,])/.test(pattern)) return `${exact} [${pattern}]`;
  if (pattern.includes('%')) return `${writeDecimal(number * 100)}%`;
  const [before = '', after = ''] = splitLiterals(plain);
  return `${before}${roundDecimal(exact, decimals)}${after}`.trim();
}

function splitLiterals(plain: string): [string, string] {
  const shown = plain.replaceAll(LITERAL, (_, ...[quoted, escaped, currency]: (string | undefined)[]) =>
    [...(quoted ?? escaped ?? currency ?? '')].map((letter) => `\u{f0000}${letter}`).join(''),
  );
  const letters = [...shown.matchAll(/\u{f0000}(.)|([0#?.,]+)|(.)/gu)];
  const first = letters.findIndex(([, , digits]) => digits !== undefined);
  const last = letters.findLastIndex(([, , digits]) => digits !== undefined);
  const text = (part: typeof letters) =>
    part.map(([, literal, digits, other]) => (digits ? '' : (literal ?? other ?? ''))).join('');
  return [text(letters.slice(0, first)), text(letters.slice(last + 1))];
}

const DIGITS_OF_A_SPREADSHEET = 15;

function writeDecimal(number: number): string {
  const text = String(Number(number.toPrecision(DIGITS_OF_A_SPREADSHEET)));
  const [, sign = '', whole = '', decimals = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (whole === '') return text;
  const places = Number(exponent);
  const digits = `${whole}${decimals}`;
  if (places < 0) return `${sign}0.${digits.padStart(digits.length - whole.length - places, '0')}`;
  return `${sign}${digits.padEnd(whole.length + places, '0')}`;
}

/** Rounds a decimal half away from zero, as spreadsheets do. */
function roundDecimal(text: string, decimals: number): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '' || fraction.length <= decimals) return text;
  const scaled = BigInt(`${whole}${fraction.slice(0, decimals)}`) + (Number(fraction[decimals]) >= 5 ? 1n : 0n);
  const digits = String(scaled).padStart(decimals + 1, '0');
  const kept = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return `${sign}${kept}`;
}
