import { expect, test } from 'vitest';
import { asCsv, readSource, sourceOf } from './read-source.ts';

test('a UTF-8 file is read unchanged, including Sinhala', async () => {
  const csv = 'date,item,min_price,max_price\n2026-11-20,බෝංචි,380,400\n';
  expect(await readSource(new File([csv], 'nov.csv'))).toEqual({ name: 'nov.csv', csv });
});

test('a file in another encoding is refused instead of read wrongly', async () => {
  const latin = new File([new Uint8Array([0x64, 0xe9, 0x0a])], 'old.csv');
  await expect(readSource(latin)).rejects.toThrow('The file is not in UTF-8 format.');
});

test('an empty file and one above 10 MB are refused before anything is sent', async () => {
  await expect(readSource(new File([' \n'], 'empty.csv'))).rejects.toThrow('The file is empty.');
  await expect(readSource(new File(['x'.repeat(10 * 1024 * 1024 + 1)], 'big.csv'))).rejects.toThrow(
    'larger than 10 MB',
  );
  expect(() => sourceOf('Pasted table', '"\n'.repeat(4 * 1024 * 1024))).toThrow('larger than 10 MB');
});

test('a table pasted from a spreadsheet gets commas, and commas inside its cells are quoted', () => {
  expect(asCsv('date\titem\tmin_price\tmax_price\n2026-11-20\tBeetroot, cut\t1,200\t1400')).toBe(
    'date,item,min_price,max_price\n2026-11-20,"Beetroot, cut","1,200",1400',
  );
  expect(asCsv('a,b\n1,"x\ty"')).toBe('a,b\n1,"x\ty"');
});
