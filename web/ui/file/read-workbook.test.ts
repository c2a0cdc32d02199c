import { zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { type RawCell, rawWorkbook } from '#web/testing/raw-workbook.ts';
import { findPriceSheets } from './find-price-sheets.ts';
import { readTableFile } from './read-table-file.ts';
import { namesIn, UnreadableTable } from './unreadable-table.ts';

const HEAD = ['Date', 'Item', 'Min', 'Max'];
const formatted = (value: number, style: number): RawCell => ({ xml: `<c s="${style}"><v>${value}</v></c>` });
const styles = (...codes: string[]) =>
  `<numFmts>${codes.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts>` +
  `<cellXfs><xf numFmtId="0"/>${codes.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs>`;

async function linesOf(...given: Parameters<typeof rawWorkbook>): Promise<string[]> {
  const [table] = await readTableFile(rawWorkbook(...given));
  return table?.text.split('\n') ?? [];
}

const faultOf = (bytes: Uint8Array) =>
  readTableFile(bytes).then(
    () => 'none',
    (error: unknown) => (error instanceof UnreadableTable ? error.fault : error),
  );

describe('a cell is what the spreadsheet program shows', () => {
  test.each([
    [396.0000000000001, 'General', '396'],
    [269.9999999999999, 'General', '270'],
    [150.1, 'General', '150.1'],
    [240.456, '0.00', '240.46'],
    [1.005, '0.00', '1.01'],
    [240.5, '0', '241'],
    [1240.5, '"Rs." #,##0.00', 'Rs. 1240.5'],
    [18000, '#,##0 "per quintal"', '18000 per quintal'],
    [240, '[$€-407] #,##0', '€ 240'],
    [18000, '#,##0,', '"18000 [#,##0,]"'],
    [0.25, '0%', '25%'],
    [2e21, 'General', '2000000000000000000000'],
    [46352, '[$-45B]dd/mm/yyyy;@', '2026-11-26'],
    [46352, '[$-1004045B]dddd, mmmm d, yyyy', '2026-11-26'],
    [46352.25, 'yyyy-mm-dd h:mm', '2026-11-26 06:00:00'],
    [240, '[Red]0.00', '240'],
    [240, '_("Rs"* #,##0.00_)', 'Rs240'],
  ])('%s as %s is %s', async (value, format, shown) => {
    const [line] = await linesOf([{ name: 'A', rows: [[formatted(value, 1)]] }], { styles: styles(format) });
    expect(line).toBe(shown);
  });

  test('days since 1904 are the same days, and a number that may be one is marked', async () => {
    const rows = [[formatted(44890, 1), 44890, 240]];
    const lines = await linesOf([{ name: 'A', rows }], { starts1904: true, styles: styles('yyyy-mm-dd') });
    expect(lines).toEqual(['2026-11-26,44890 (1904),240']);
  });

  test.each([
    ['a formula with its result', '<c><f>B2*2</f><v>480</v></c>', '480'],
    ['a formula without one', '<c><f>B2*2</f></c>', '=B2*2'],
    [
      'a formula that would start a program',
      '<c t="str"><f>DDE("cmd","/c calc","")</f><v></v></c>',
      '"=DDE(""cmd"",""/c calc"","""")"',
    ],
    ['an error', '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', '#DIV/0!'],
    ['a text of several formats', '<c t="inlineStr"><is><r><t>Car</t></r><r><t>rot</t></r></is></c>', 'Carrot'],
    ['character data', '<c t="inlineStr"><is><t><![CDATA[a<b]]></t></is></c>', 'a<b'],
    ['entities', '<c t="inlineStr"><is><t>&#x0D9A; &amp; &unknown;</t></is></c>', 'ක & &unknown;'],
  ])('%s', async (_, xml, shown) => {
    expect(await linesOf([{ name: 'A', rows: [[{ xml }]] }])).toEqual([shown]);
  });

  test('shared texts leave out how Japanese is read aloud', async () => {
    const parts = {
      'xl/sharedStrings.xml': '<sst><si><t>x</t></si><si><r><t>Car</t></r><t>rot</t><rPh><t>no</t></rPh></si></sst>',
    };
    expect(await linesOf([{ name: 'A', rows: [[{ xml: '<c t="s"><v>1</v></c>' }]] }], { parts })).toEqual(['Carrot']);
  });
});

test('empty rows stay, and cells merged downwards repeat the one above', async () => {
  const rows = [HEAD, ['26/11/2026', 'Carrot', 240, 270], [], [null, 'Beans', 360, 400]];
  expect(await linesOf([{ name: 'A', rows, merges: ['A2:A4', 'B1:D1'] }])).toEqual([
    'Date,Item,Min,Max',
    '26/11/2026,Carrot,240,270',
    '',
    '〃,Beans,360,400',
  ]);
});

test('of several sheets those with headings of prices are offered, never hidden ones', async () => {
  const prices = [HEAD, ['26/11/2026', 'Carrot', 240, 270]];
  const bytes = rawWorkbook([
    { name: 'Cover', rows: [['Daily prices']] },
    { name: 'Old', rows: prices, state: 'hidden' },
    { name: 'Older', rows: prices, state: 'veryHidden' },
    { name: 'Pettah', rows: prices },
    { name: 'Kandy', rows: [['Prices'], ...prices] },
  ]);
  const hidden = { kind: 'hidden-sheets', names: ['Old', 'Older'] };
  const others = { kind: 'other-sheets', names: ['Cover'] };
  expect(findPriceSheets(await readTableFile(bytes)).map(({ sheet, notes }) => [sheet, notes])).toEqual([
    ['Pettah', [hidden, others]],
    ['Kandy', [hidden, others]],
  ]);
});

describe('what a person does not see is said', () => {
  const xml = (rows: string, columns = '') =>
    rawWorkbook([{ name: 'A', rows: [] }], {
      parts: { 'xl/worksheets/sheet1.xml': `<worksheet>${columns}<sheetData>${rows}</sheetData></worksheet>` },
    });
  const cell = (place: string, value: string | number) => `<c r="${place}" t="str"><v>${value}</v></c>`;
  const head = `<row r="1">${cell('A1', 'Item')}${cell('B1', 'Min')}${cell('C1', 'Max')}</row>`;

  test('hidden rows, columns and sheets', async () => {
    const hidden = `<row r="2" hidden="1">${cell('A2', 'Leeks')}</row><row r="3" hidden="true"/>`;
    const columns = '<cols><col min="2" max="2" hidden="1"/><col min="5" max="9" hidden="1"/></cols>';
    const [table] = await readTableFile(xml(head + hidden, columns));
    expect([table?.text, table?.notes]).toEqual([
      'Item,Min,Max\nLeeks,,',
      [
        { kind: 'hidden-rows', names: ['2'] },
        { kind: 'hidden-columns', names: ['B'] },
      ],
    ]);
    const [shown] = await readTableFile(
      rawWorkbook([
        { name: 'Old', rows: [['x']], state: 'hidden' },
        { name: 'New', rows: [['y']] },
      ]),
    );
    expect([shown?.text, shown?.notes]).toEqual(['y', [{ kind: 'hidden-sheets', names: ['Old'] }]]);
  });

  test.each([
    ['in the last column', `<row r="2">${cell('A2', 'Leeks')}${cell('XFD2', 'x')}</row>`, ['XFD2']],
    ['beyond fifty columns', `<row r="2">${cell('A2', 'Leeks')}${cell('BB2', 'x')}</row>`, ['BB2']],
    [
      'in the last row',
      `<row r="2">${cell('A2', 'Leeks')}</row><row r="1048576">${cell('A1048576', 'x')}</row>`,
      ['A1048576'],
    ],
  ])('a stray cell %s, which makes the table no larger', async (_, rows, names) => {
    const [table] = await readTableFile(xml(head + rows));
    expect([table?.text, table?.notes]).toEqual(['Item,Min,Max\nLeeks,,', [{ kind: 'far-cells', names }]]);
  });

  test('of many names the first ten', () => {
    const names = Array.from({ length: 12 }, (_, at) => String(at));
    expect(namesIn({ kind: 'far-cells', names })).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …');
  });

  test('a second table nearby is read', async () => {
    const [table] = await readTableFile(xml(`${head}<row r="1001">${cell('AZ1001', 'x')}</row>`));
    expect([table?.text.split('\n').length, table?.notes]).toEqual([1001, []]);
  });
});

test('plain workbooks are read as an independent library reads them', async () => {
  const rows = [HEAD, ['26/11/2026', 'ගෝවා & "1"', 240, 270.5]];
  const bytes = await writeXlsxFile(rows as never).toBuffer();
  expect(await readSheet(bytes)).toEqual(rows);
  expect((await readTableFile(bytes))[0]?.rows).toEqual(rows.map((row) => row.map(String)));
});

describe('a hostile workbook is refused in bounded memory', () => {
  const sheet = (xml: string) => rawWorkbook([{ name: 'A', rows: [] }], { parts: { 'xl/worksheets/sheet1.xml': xml } });
  const utf16 = (text: string) => [...text].flatMap((letter) => [letter.charCodeAt(0), 0]);

  test.each([
    [
      'an outside entity',
      sheet('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet>&e;</worksheet>'),
      'broken-workbook',
    ],
    ['entities of entities', sheet('<!DOCTYPE l [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><c>&b;</c>'), 'broken-workbook'],
    [
      'rows out of order',
      sheet('<row r="5"><c r="A5"><v>1</v></c></row><row r="1"><c r="A1"><v>1</v></c></row>'),
      'too-large',
    ],
    ['torn XML', sheet('<row r="1"><c r="A1"'), 'broken-workbook'],
    ['no workbook', zipSync({ 'readme.txt': new Uint8Array(3) }), 'broken-workbook'],
    [
      'an OpenDocument table',
      zipSync({ mimetype: new Uint8Array(3), 'content.xml': new Uint8Array(3) }),
      'other-format',
    ],
    ['a binary workbook', zipSync({ 'xl/workbook.bin': new Uint8Array(3) }), 'other-format'],
    [
      'a web page named .xls',
      new TextEncoder().encode('<html><table><tr><td>Date</td></tr></table></html>'),
      'other-format',
    ],
    [
      'a workbook with a password',
      Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, ...utf16('EncryptedPackage')]),
      'protected',
    ],
    ['an old workbook', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, ...utf16('Workbook')]), 'old-workbook'],
    ['a PDF', new TextEncoder().encode('%PDF-1.7\n'), 'no-text'],
  ])('%s', async (_, bytes, fault) => {
    expect(await faultOf(bytes)).toBe(fault);
  });

  test('an archive that lies about its size is stopped at 40 MB', { tags: ['slow'] }, async () => {
    const bomb = rawWorkbook([], { parts: { 'xl/sharedStrings.xml': ' '.repeat(60 * 1024 * 1024) } });
    const view = new DataView(bomb.buffer);
    for (let at = 0; at + 30 < bomb.length; at += 1) {
      if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 22, 100, true);
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 100, true);
    }
    expect(bomb.length).toBeLessThan(200_000);
    expect(await faultOf(bomb)).toBe('too-large');
  });

  test('a table of more than 11 MB of text is refused while it is read', { tags: ['slow'] }, async () => {
    const row = (at: number) => `<row r="${at}"><c r="A${at}" t="s"><v>0</v></c></row>`;
    const parts = {
      'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(1024 * 1024)}</t></si></sst>`,
      'xl/worksheets/sheet1.xml': `<sheetData>${Array.from({ length: 12 }, (_, at) => row(at + 1)).join('')}</sheetData>`,
    };
    expect(await faultOf(rawWorkbook([{ name: 'A', rows: [] }], { parts }))).toBe('too-large');
  });
});

test('text of two bytes a letter is read without its mark too', async () => {
  const text = 'date,item,min,max\r\n2026-11-26,කැරට්,240,270\r\n';
  const little = Uint8Array.from(
    [...text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]),
  );
  const big = Uint8Array.from([...text].flatMap((letter) => [letter.charCodeAt(0) >> 8, letter.charCodeAt(0) & 255]));
  for (const bytes of [little, big]) expect((await readTableFile(bytes))[0]?.text).toBe(text);
});
