import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { readTableFile } from './read-table-file.ts';
import { UnreadableTable } from './unreadable-table.ts';

const workbook = async (rows: (string | number | { value: Date; format: string; type: typeof Date } | null)[][]) =>
  new Uint8Array(await writeXlsxFile(rows as never).toBuffer());

const faultOf = (bytes: Uint8Array) =>
  readTableFile(bytes).then(
    () => 'none',
    (error: unknown) => (error instanceof UnreadableTable ? error.fault : error),
  );

const textOf = async (bytes: Uint8Array) => (await readTableFile(bytes))[0]?.text;

test('the first sheet of a workbook becomes CSV, with its date cells as days', async () => {
  const day = { type: Date, value: new Date(Date.UTC(2026, 10, 20)), format: 'dd/mm/yyyy' };
  const bytes = await workbook([
    ['Date', 'Item', 'Min', 'Max'],
    [day, 'Beans, green', 380, 400.5],
    ['20/11/2026', 'ගෝවා "1"', null, '90/-'],
  ]);
  expect(await textOf(bytes)).toBe(
    'Date,Item,Min,Max\n2026-11-20,"Beans, green",380,400.5\n20/11/2026,"ගෝවා ""1""",,90/-',
  );
});

const utf16 = (text: string, isBig: boolean) => {
  const bytes = new Uint8Array(text.length * 2 + 2);
  const view = new DataView(bytes.buffer);
  for (const [at, unit] of [0xfeff, ...[...text].map((one) => one.charCodeAt(0))].entries())
    view.setUint16(at * 2, unit, !isBig);
  return bytes;
};

test.each([
  ['UTF-8', new TextEncoder().encode('item\nගෝවා'), 'item\nගෝවා'],
  ['UTF-8 with its mark', new TextEncoder().encode('\ufeffitem'), 'item'],
  ['UTF-16', utf16('item\nகோவா', false), 'item\nகோவா'],
  ['UTF-16 with the high byte first', utf16('item\nகோவா', true), 'item\nகோவா'],
  ['Windows-1252', Uint8Array.of(0x63, 0x61, 0x66, 0xe9, 0x20, 0x96, 0x20, 0x31), 'café – 1'],
])('a text file in %s is read', async (_, bytes, text) => {
  expect(await textOf(bytes)).toBe(text);
});

test('a workbook that unpacks to more than 40 MB is refused before it is unpacked', { tags: ['slow'] }, async () => {
  const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(41 * 1024 * 1024) });
  expect(bomb.length).toBeLessThan(100_000);
  expect(await faultOf(bomb)).toBe('too-large');
});

test.each([
  ['an old workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 1), 'old-workbook'],
  ['an archive of something else', zipSync({ 'readme.xml': new Uint8Array(3) }), 'broken-workbook'],
  ['half a workbook', zipSync({ 'xl/workbook.xml': new Uint8Array(300) }).slice(0, 40), 'broken-workbook'],
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2), 'no-text'],
])('%s is refused', async (_, bytes, fault) => {
  expect(await faultOf(bytes)).toBe(fault);
});
