import { expect } from 'vitest';
import { dayOf } from '#billing/calendar.ts';
import { checkBeancount, checkHledger } from '#billing/testing/check-journal.ts';
import { journal } from '#contract/journal.ts';
import type { TestOffice } from './office.ts';

/**
 * Expects that the journal agrees with ledgers and places, since the server refuses it otherwise, that both formats are
 * correct, and that the same journal has the same bytes.
 */
export async function expectJournal(office: TestOffice): Promise<void> {
  const to = dayOf(office.app.clock.now());
  const read = async (format: 'hledger' | 'beancount') => {
    const answer = await office.tell(journal.file, { query: { from: '2020-01-01', to, format }, role: 'manager' });
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
    return answer.body;
  };
  const text = await read('hledger');
  expect(checkHledger(text)).toEqual([]);
  expect(checkBeancount(await read('beancount'))).toEqual([]);
  expect(await read('hledger')).toBe(text);
}
