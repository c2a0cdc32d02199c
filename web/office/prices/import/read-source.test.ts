import { expect, test } from 'vitest';
import { readSource, sourceOf } from './read-source.ts';

test('a UTF-8 file is read unchanged, including Sinhala', async () => {
  const csv = 'date,item,min_price,max_price\n2026-11-20,බෝංචි,380,400\n';
  expect(await readSource(new File([csv], 'nov.csv'))).toEqual([{ name: 'nov.csv', csv }]);
});

test('a file in another encoding is read as what it probably is, and a picture is refused', async () => {
  const latin = new File([new Uint8Array([0x64, 0xe9, 0x0a])], 'old.csv');
  expect(await readSource(latin)).toEqual([{ name: 'old.csv', csv: 'dé\n' }]);
  const picture = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1])], 'list.png');
  await expect(readSource(picture)).rejects.toThrow('This file is not a table.');
});

test('an old workbook is refused with what to do', async () => {
  const old = new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])], 'list.xls');
  await expect(readSource(old)).rejects.toThrow('Save it as .xlsx or CSV');
});

test('an empty file and one above 10 MB are refused before anything is sent', async () => {
  await expect(readSource(new File([' \n'], 'empty.csv'))).rejects.toThrow('The file is empty.');
  await expect(readSource(new File(['x'.repeat(10 * 1024 * 1024 + 1)], 'big.csv'))).rejects.toThrow(
    'larger than 10 MB',
  );
  expect(() => sourceOf('Pasted table', '"\n'.repeat(4 * 1024 * 1024))).toThrow('larger than 10 MB');
});
