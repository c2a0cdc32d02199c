import { act, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { answerCalls, openOffice } from './office.tsx';
import { answerEffect, DIGEST, empty, sunil, testResult, testRun } from './settings.ts';

/** The calls of generating all invoices, under the name that every run of a test has. */
export const RUN_ID = testRun().id;
export const PREVIEW = 'POST /api/generateInvoices/generate-all?dry_run=true';
export const RUN_AGAIN = `POST /api/generateInvoices/generate-all?run_id=${RUN_ID}`;
export const RUN = `${RUN_AGAIN}&preview_digest=${DIGEST}`;
export const PROGRESS = `GET /api/settings/runs/${RUN_ID}`;
export const VERIFY = 'POST /api/admin/verify';

const verified = () => Response.json({ success: true, message: 'Verified.' });

/** Opens the generation of invoices; two shops get one, and one is skipped. */
export function openGeneration(answers: Parameters<typeof answerCalls>[0] = {}) {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => array);
  const sent = answerCalls({
    [PREVIEW]: () => answerEffect([testResult(), sunil, empty]),
    [VERIFY]: verified,
    ...answers,
  });
  return { sent, ...openOffice('/settings/generate-invoices') };
}

/** Presses the button with the number, and gives the dialog that asks for the password. */
export async function askFor(user: UserEvent, button = 'Generate 2 invoices'): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: button }));
  return screen.findByRole('dialog', { name: 'Verify that it is you' });
}

/** Verifies, so that the action begins; its button is that of the dialog. */
export async function begin(user: UserEvent, button = 'Generate 2 invoices', again = button): Promise<void> {
  const dialog = within(await askFor(user, button));
  await user.type(dialog.getByLabelText(/^Password/), 'a password');
  await user.click(dialog.getByRole('button', { name: again }));
}

/** An answer that comes when the test says so, or is lost when it says so. */
export function laterAnswer() {
  let come = (_answer: Response) => {};
  let getLost = () => {};
  const answer = new Promise<Response>((resolve, reject) => {
    come = resolve;
    getLost = () => reject(new TypeError('Failed to fetch'));
  });
  return { answer, come: (given: Response) => come(given), getLost: () => getLost() };
}

/** Lets seconds pass; to be called once the clock is a fake one. */
export async function pass(seconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
}

/** From now on seconds pass by `pass` alone, beside those of the test itself. */
export function holdClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
}
