import { expect, test } from 'vitest';
import { listReads } from './targets.ts';

test('every reading call with input has values for a scan', () => {
  const addresses = listReads({}).map(({ address }) => address);
  expect(addresses.length).toBeGreaterThan(50);
  expect(addresses.filter((address) => address.includes(':'))).toEqual([]);
});
