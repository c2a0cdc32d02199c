import { act, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';
import { sanitationIssued, sanitationList, testSanitation } from '../../testing/tickets.ts';
import { importOf } from '../import-page.ts';

const LIST = `GET /api/sanitation/by-date?date=${browserToday()}&price=20&page=1&limit=10`;
const down = () => new Response('', { status: 502 });

beforeAll(() => importOf('/sanitation-ticketing')?.());
beforeEach(() => signInAs('editor'));

async function open(answers: Parameters<typeof answerCalls>[0]): Promise<UserEvent> {
  answerCalls({ [LIST]: () => sanitationList([testSanitation()]), ...answers });
  const { user } = openOffice('/sanitation-ticketing?price=20');
  await screen.findByText('T20_5');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  return user;
}

async function expectGoneAfter(sentence: string, seconds: number): Promise<void> {
  await screen.findByText(sentence);
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000 - 1200));
  expect(screen.queryByText(sentence)).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(1500));
  expect(screen.queryByText(sentence)).toBeNull();
}

async function remove(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Delete T20_5' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'twice');
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
}

test('the message of an issued ticket is shown for 5 seconds; the link to print it remains', {
  tags: ['slow'],
}, async () => {
  const user = await open({ 'POST /api/sanitation': () => sanitationIssued() });
  await user.click(screen.getByRole('button', { name: 'Issue Ticket' }));
  await expectGoneAfter('Ticket issued with ID: T20_5', 5);
  screen.getByRole('button', { name: 'Print ticket' });
});

test('the message of a ticket that was not issued is shown for 5 seconds', async () => {
  const user = await open({ 'POST /api/sanitation': down });
  await user.click(screen.getByRole('button', { name: 'Issue Ticket' }));
  await expectGoneAfter('Failed to issue ticket.', 5);
});

test('the message of a deleted ticket is shown for 3 seconds', { tags: ['slow'] }, async () => {
  const user = await open({ 'DELETE /api/sanitation/5': () => Response.json({ message: 'Ticket deleted.' }) });
  await remove(user);
  await expectGoneAfter('Ticket deleted successfully.', 3);
});

test('the message of a ticket that was not deleted is shown for 5 seconds', { tags: ['slow'] }, async () => {
  const user = await open({ 'DELETE /api/sanitation/5': down });
  await remove(user);
  await expectGoneAfter('Failed to delete the ticket.', 5);
});
