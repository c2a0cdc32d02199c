import { act, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { answerCalls, openOffice } from './office.tsx';
import { answerEffect, DIGEST, empty, sunil, testResult, testRun } from './settings.ts';

export const RUN_ID = testRun().id;
export const PREVIEW = 'POST /api/generateInvoices/generate-all?dry_run=true';
export const RUN_AGAIN = `POST /api/generateInvoices/generate-all?run_id=${RUN_ID}`;
export const RUN = `${RUN_AGAIN}&preview_digest=${DIGEST}`;
export const PROGRESS = `GET /api/settings/runs/${RUN_ID}`;
export const VERIFY = 'POST /api/admin/verify';

const verified = () => Response.json({ success: true, message: 'Identity confirmed.' });

export function openGeneration(answers: Parameters<typeof answerCalls>[0] = {}) {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => array);
  const sent = answerCalls({
    [PREVIEW]: () => answerEffect([testResult(), sunil, empty]),
    [VERIFY]: verified,
    ...answers,
  });
  return { sent, ...openOffice('/settings/generate-invoices') };
}

export async function askFor(user: UserEvent, button = 'Generate 2 invoices'): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: button }));
  return screen.findByRole('dialog', { name: 'Confirm your identity' });
}

export async function begin(user: UserEvent, button = 'Generate 2 invoices', again = button): Promise<void> {
  const dialog = within(await askFor(user, button));
  await user.type(dialog.getByLabelText(/^Password/), 'a password');
  await user.click(dialog.getByRole('button', { name: again }));
}

export function laterAnswer() {
  let come = (_answer: Response) => {};
  let getLost = () => {};
  const answer = new Promise<Response>((resolve, reject) => {
    come = resolve;
    getLost = () => reject(new TypeError('Failed to fetch'));
  });
  return { answer, come: (given: Response) => come(given), getLost: () => getLost() };
}

export async function pass(seconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
}

export function holdClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
}
