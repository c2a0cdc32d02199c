import { expect, test } from 'vitest';
import { readCalls } from './loop.ts';

test('the bench of the event loop and the test of an update read every call of the contract', () => {
  expect(readCalls().length).toBeGreaterThan(150);
});
