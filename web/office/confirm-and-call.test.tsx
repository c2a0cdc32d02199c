import { globSync, readFileSync } from 'node:fs';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { isAppended } from '#contract/call.ts';
import { listCalls } from '#contract/every-call.ts';
import { CallError } from '#web/client.ts';
import { showScreen } from '#web/testing/screen.tsx';
import { confirmAndCall } from './confirm-and-call.ts';

const QUESTION = { title: 'Delete shop A-1?', action: 'Delete' };

async function choose(button: 'Delete' | 'Cancel', call: () => Promise<{ message: string }>) {
  const { user } = showScreen(<p>Shops</p>);
  const outcome = confirmAndCall(QUESTION, { call, failed: 'Failed to delete shop.' });
  await user.click(await screen.findByRole('button', { name: button }));
  return outcome;
}

function refusing(status: number, code: CallError['code'], message = '') {
  return () => Promise.reject(new CallError(status, { code, message }));
}

test('a question that is cancelled calls nothing', async () => {
  const call = vi.fn(async () => ({ message: 'Shop deleted.' }));
  expect(await choose('Cancel', call)).toBe(false);
  expect(call).not.toHaveBeenCalled();
});

test('what was done is said with the message of the answer, and the list is loaded again', async () => {
  expect(await choose('Delete', async () => ({ message: 'Shop deleted.' }))).toBe(true);
  expect((await screen.findByText('Shop deleted.')).closest('[role="status"]')).not.toBeNull();
});

test('what was deleted meanwhile is said, and the list is loaded again', async () => {
  expect(await choose('Delete', refusing(404, 'shop_not_found', 'Shop not found.'))).toBe(true);
  expect((await screen.findByText('Shop not found.')).closest('[role="alert"]')).not.toBeNull();
});

test('a call that may succeed later leaves the list as it is', async () => {
  expect(await choose('Delete', refusing(503, 'not_ready'))).toBe(false);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Failed to delete shop.'));
});

test('what waits for the approval of a second person is shown as done', async () => {
  expect(await choose('Delete', refusing(403, 'approval_required', 'Waits for approval.'))).toBe(true);
  expect((await screen.findByText('Waits for approval.')).closest('[role="status"]')).not.toBeNull();
});

/** Matches arguments that pass an idempotency key, or `dry_run`, which needs no key. */
const KEYED = /\boptions\b|\bidempotencyKey\b|dry_run: 'true'/;

test('each call of the office that may be repeated without a key sends one', () => {
  const names = listCalls().flatMap(({ name, entry }) => (isAppended(entry) ? [name] : []));
  const called = new RegExp(String.raw`\bapi\((${names.join('|').replaceAll('.', String.raw`\.`)}),[^;]*`, 'g');
  const calls = globSync('web/{office,ui}/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(called)].map(([text, name = '']) => ({
      file,
      name,
      isKeyed: KEYED.test(text),
    })),
  );
  expect(calls.filter(({ isKeyed }) => !isKeyed)).toEqual([]);
  expect([...new Set(calls.map(({ name }) => name))].sort()).toEqual(names.sort());
});
