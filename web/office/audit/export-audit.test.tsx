import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as tableExport from '#web/ui/table/table-export.ts';
import { auditPageOf, testEntries, testEntry } from '../../testing/audit.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { importOf } from '../import-page.ts';

const TYPES = 'GET /api/audit/event-types';
const NAMED = 'GET /api/audit?event_type=Correction&search=counted';
const OPEN = '/system-logs?type=Correction&search=counted';
const page = (number: number, limit = 500) => `${NAMED}&page=${number}&limit=${limit}`;
const types = () => Response.json(['Correction']);

beforeAll(() => importOf('/system-logs')?.());
beforeEach(() => signInAs('admin'));

async function pressExport(): Promise<HTMLElement> {
  const { user } = openOffice(OPEN);
  const button = await screen.findByRole('button', { name: 'Export to Excel' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await user.click(button);
  return button;
}

test('all filtered entries are exported, in pages, and an entry that is loaded twice because the log grew is listed once', {
  tags: ['slow'],
}, async () => {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const written = vi.spyOn(tableExport, 'exportTable');
  const sent = answerCalls({
    [TYPES]: types,
    [page(1, 10)]: () => auditPageOf(testEntries(10, 700), 700),
    [page(1)]: () => auditPageOf(testEntries(500, 700), 700),
    // An entry was recorded in between, so the second page begins with the last entry of the first page.
    [page(2)]: () => auditPageOf(testEntries(201), 701),
  });
  const button = await pressExport();
  expect(button.title).toBe('Download 700 rows as System logs.xlsx');
  await waitFor(() => expect(names).toEqual(['System logs.xlsx']));
  expect(written.mock.calls[0]?.[2]).toEqual(testEntries(700));
  expect(sent.map(({ call }) => call).filter((call) => call !== TYPES)).toEqual([page(1, 10), page(1), page(2)]);
});

test('an export stops when one page cannot be loaded', async () => {
  answerCalls({
    [TYPES]: types,
    [page(1, 10)]: () => auditPageOf(testEntries(10, 700), 700),
    [page(1)]: () => auditPageOf(testEntries(500, 700), 700),
    [page(2)]: () => refuse('internal'),
  });
  await pressExport();
  await screen.findByText('Could not create the spreadsheet. Try again.');
});

test('more entries than a spreadsheet can hold are not loaded, and the message says what to do', async () => {
  const sent = answerCalls({ [TYPES]: types, [page(1, 10)]: () => auditPageOf([testEntry(7)], 50_001) });
  await pressExport();
  const sentence =
    'There are more than 50,000 entries, which is too many for one spreadsheet. Choose a shorter period or one event type.';
  await screen.findByText(sentence);
  expect(sent.map(({ call }) => call)).not.toContain(page(1));
});
