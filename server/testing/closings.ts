import { expect } from 'vitest';
import type { Month } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { closings } from '#contract/closings.ts';
import { journal } from '#contract/journal.ts';
import type { TestOffice } from './office.ts';

/** Returns what is not done of a month, as the person who closes it names it. */
export async function restsOfMonth(office: TestOffice, month: Month): Promise<Record<string, number>> {
  const { parts } = await office.ask(closings.month, { params: { month } });
  return Object.fromEntries(parts.filter(({ open }) => open > 0).map(({ part, open }) => [part, open]));
}

export async function closeMonthAt(office: TestOffice, month: Month): Promise<Answer<typeof closings.close>> {
  return office.ask(closings.close, { params: { month }, body: { rests: await restsOfMonth(office, month) } });
}

export async function readJournalDays(office: TestOffice, from: string, to: string): Promise<string> {
  const answer = await office.tell(journal.file, { query: { from, to, format: 'hledger' }, role: 'manager' });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.body;
}

/** Lists the entries of a month that belong to days of closed months. Ids are left out of the texts. */
export async function listClosedChanges(office: TestOffice, month: string): Promise<string[]> {
  const changes = await office.ask(closings.changes, { params: { month }, query: {} });
  return changes.map(
    ({ day, of_day, text, amount }) => `${day} of ${of_day}: ${text.replaceAll(/\d+ /g, '')} ${amount}`,
  );
}
