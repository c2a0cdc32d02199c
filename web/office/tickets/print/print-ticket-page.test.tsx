import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, openOffice, refuse, signInAs } from '#web/testing/office.tsx';
import { checkAnswer, testSanitation } from '#web/testing/tickets.ts';
import { importOf } from '../../import-page.ts';

const CHECK = 'GET /api/gate/check/V17';

beforeAll(() => importOf('/print/ticket/:number')?.());
beforeEach(() => signInAs('editor'));

function open(answer: () => Response) {
  answerCalls({ [CHECK]: answer });
  const papers: { text: string | null; rule: string | undefined }[] = [];
  const rules = vi.spyOn(CSSStyleSheet.prototype, 'replaceSync').mockClear();
  vi.stubGlobal('print', () => {
    papers.push({ text: screen.queryByRole('article')?.textContent ?? null, rule: rules.mock.lastCall?.[0] });
  });
  return { ...openOffice('/print/ticket/V17'), papers };
}

test('a ticket is printed immediately, on a page as wide as the roll, and again on request', async () => {
  const { papers, user } = open(checkAnswer);
  await screen.findByRole('article', { name: 'Ticket V17' });
  await waitFor(() => expect(papers).toHaveLength(1));
  expect(papers[0]?.text).toContain('Pola Economic CentreLorry ticketV17WP CAB-1234Rs. 150.00');
  expect(papers[0]?.rule).toMatch(/^@page \{ size: 58mm \d+mm; margin: 0 \}$/);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(papers).toHaveLength(2);
});

test('the QR code on the paper opens the check at the gate of this market', async () => {
  open(checkAnswer);
  await screen.findByRole('img', { name: `QR code for ${location.origin}/gate/check/V17` });
});

test.each([
  ['was cancelled', { state: 'void', sanitation: testSanitation(), vehicle: null }, 'V17: VOID'],
  ['does not exist', { state: 'unknown', vehicle: null }, 'V17: UNKNOWN'],
] as const)('a ticket that %s is not printed', async (_, answer, title) => {
  const { papers } = open(() => checkAnswer(answer));
  await screen.findByText(title);
  expect(screen.queryByRole('article')).toBeNull();
  expect(papers).toEqual([]);
});

test('a ticket that cannot be loaded is reported', async () => {
  const { papers } = open(() => refuse('internal'));
  await screen.findByText('Could not load the ticket.');
  expect(papers).toEqual([]);
});
