import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  begin,
  holdClock,
  laterAnswer,
  openGeneration,
  PREVIEW,
  PROGRESS,
  pass,
  RUN,
  RUN_AGAIN,
  RUN_ID,
  VERIFY,
} from '../../testing/bulk-actions.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { answerEffect, answerRun, DIGEST, running, sunil, testResult, testRun } from '../../testing/settings.ts';
import { importOf } from '../import-page.ts';

beforeAll(() => importOf('/settings/generate-invoices')());
beforeEach(() => signInAs('admin'));

const made = testResult({ invoice_id: 'INV-A-2-202611' });
const failed = testResult({ shop_id: 'A-9', status: 'failed', error: 'It could not be generated.' });
const progress = () => screen.getByRole('progressbar', { name: 'Generating invoices: progress' });

test('it runs under its own id and key, shows its progress, and lists each result', { tags: ['slow'] }, async () => {
  const later = laterAnswer();
  let done = 36;
  const { user, sent } = openGeneration({ [RUN]: () => later.answer, [PROGRESS]: () => answerRun(running(done)) });
  holdClock();
  await begin(user);
  await screen.findByText('Starting…');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Generating invoices'));
  await pass(1);
  await screen.findByText('36 of 144 shops processed');
  expect(progress().getAttribute('aria-valuenow')).toBe('25');
  done = 72;
  await pass(1);
  await screen.findByText('72 of 144 shops processed');
  later.come(answerEffect([made, sunil], { message: 'Invoices generated: 2.' }));
  await screen.findByText('Invoices generated: 2.');
  const table = within(await screen.findByRole('table', { name: 'Result' }));
  expect(table.getAllByText('Generated')).toHaveLength(2);
  expect(table.getByRole('link', { name: 'INV-A-2-202611' }).getAttribute('href')).toBe(
    '/invoices?search=INV-A-2-202611',
  );
  expect(screen.getByRole('link', { name: 'Go to invoices' }).getAttribute('href')).toBe('/invoices');
  expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull();
  const request = sent.find(({ call }) => call === RUN);
  expect(request?.headers.get('idempotency-key')).toBe(RUN_ID.replaceAll('-', '').replace(/[4a]/g, '0'));
  expect(request?.body).toEqual({});
  const asked = sent.filter(({ call }) => call === PROGRESS).length;
  await pass(3);
  expect(sent.filter(({ call }) => call === PROGRESS)).toHaveLength(asked);
});

test('failures show the reason and can be run again, with the password once more', { tags: ['slow'] }, async () => {
  const answers = [answerEffect([made, failed]), answerEffect([testResult({ ...made, shop_id: 'A-9' })])];
  const next = () => answers.shift() ?? refuse('internal');
  const { user, sent } = openGeneration({ [RUN]: next, [RUN_AGAIN]: next });
  await begin(user);
  await screen.findByText(
    'Made: 1. Run the action again to retry the shops that could not be processed. The other shops will be skipped.',
  );
  screen.getByText('It could not be generated.');
  await begin(user, 'Run again', 'Generate invoices');
  await screen.findByText('Made: 1.');
  expect(sent.filter(({ call }) => call === VERIFY)).toHaveLength(2);
});

test('a refusal shows the message of the server, and the preview is loaded again', { tags: ['slow'] }, async () => {
  const { user, sent } = openGeneration({ [RUN]: () => refuse('not_ready') });
  await begin(user);
  await screen.findByText('The service is not ready. Try again in a moment.');
  await screen.findByRole('button', { name: 'Generate 2 invoices' });
  await waitFor(() => expect(sent.filter(({ call }) => call === PREVIEW)).toHaveLength(2));
});

test('an action whose preview has changed is not done: the new preview is shown with the reason', async () => {
  const { user, sent } = openGeneration({ [RUN]: () => refuse('preview_changed') });
  await begin(user);
  await screen.findByText(/The data has changed since the preview was created, so nothing was saved\./);
  await waitFor(() => expect(sent.filter(({ call }) => call === PREVIEW)).toHaveLength(2));
});

test.each([
  ['/settings/generate-invoices', 'Failed to generate invoices.', '/api/generateInvoices/generate-all'],
  ['/settings/apply-fines', 'Failed to apply fines.', '/api/settings/apply-fines'],
  ['/settings/fine-arrest', 'Failed to apply fine arrest.', '/api/settings/fine-arrest-action'],
  ['/settings/invoice-arrest', 'Failed to apply invoice arrest.', '/api/settings/invoice-arrest-action'],
])('%s fails without a message from the server: %s', { tags: ['slow'] }, async (path, sentence, call) => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => array);
  answerCalls({
    [`POST ${call}?dry_run=true`]: () => answerEffect([testResult()]),
    [`POST ${call}?run_id=${RUN_ID}&preview_digest=${DIGEST}`]: () => new Response('', { status: 500 }),
    [VERIFY]: () => Response.json({ success: true, message: 'Identity confirmed.' }),
  });
  const { user } = openOffice(path);
  const button = (await screen.findByRole('button', { name: / 1 (invoice|fine)/ })).textContent ?? '';
  await begin(user, button);
  await screen.findByText(sentence);
});

async function lose(answers: Parameters<typeof openGeneration>[0]) {
  const later = laterAnswer();
  const office = openGeneration({ [RUN]: () => later.answer, ...answers });
  holdClock();
  await begin(office.user);
  await screen.findByText('Starting…');
  later.getLost();
  await screen.findByText('The connection was lost. The action may still be running.');
  return office;
}

test('when the answer is lost it says so, continues to poll, and shows how the run ended', {
  tags: ['slow'],
}, async () => {
  let run = running(100);
  await lose({ [PROGRESS]: () => answerRun(run) });
  await pass(1);
  await screen.findByText('100 of 144 shops processed');
  run = testRun();
  await pass(1);
  await screen.findByText('Invoices generated: 141.');
  screen.getByRole('button', { name: 'Preview again' });
});

test('it waits through a long loss of the connection', { tags: ['slow'] }, async () => {
  let isBack = false;
  const { sent } = await lose({
    [PROGRESS]: () => (isBack ? answerRun(testRun()) : Promise.reject(new TypeError('Failed to fetch'))),
  });
  await pass(30);
  screen.getByText('The connection was lost. The action may still be running.');
  isBack = true;
  await pass(1);
  await screen.findByText('Invoices generated: 141.');
  expect(sent.filter(({ call }) => call === RUN)).toHaveLength(1);
});

test('an interrupted run is reported, and links to a new preview', { tags: ['slow'] }, async () => {
  const summary = 'Interrupted after 100 of 144 shops.';
  const { user } = await lose({ [PROGRESS]: () => answerRun(testRun({ outcome: 'interrupted', summary })) });
  await pass(1);
  expect((await screen.findByRole('alert', { name: summary })).textContent).toContain(
    'Shops already processed will be skipped',
  );
  await user.click(screen.getByRole('button', { name: 'Preview again' }));
  await screen.findByRole('button', { name: 'Generate 2 invoices' });
});

test('a run that the server does not know never began: Failed to generate invoices.', { tags: ['slow'] }, async () => {
  const { sent } = await lose({ [PROGRESS]: () => refuse('run_not_found') });
  await pass(8);
  await screen.findByText(/^Failed to generate invoices\. Could not reach the server/);
  expect(sent.filter(({ call }) => call === PROGRESS)).toHaveLength(5);
});

test('leaving during a run asks first, and no longer once the page is closed', { tags: ['slow'] }, async () => {
  const later = laterAnswer();
  const { user, sent, address } = openGeneration({
    [RUN]: () => later.answer,
    [PROGRESS]: () => answerRun(running(1)),
  });
  holdClock();
  await begin(user);
  await screen.findByText('Starting…');
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }));
  await user.click(crumbs.getByRole('link', { name: 'Settings' }));
  let dialog = within(await screen.findByRole('dialog', { name: 'Leave this page while the action is running?' }));
  dialog.getByText(/The action will continue on the server\./);
  await user.click(dialog.getByRole('button', { name: 'Stay' }));
  expect(address()).toBe('/settings/generate-invoices');
  await user.click(crumbs.getByRole('link', { name: 'Settings' }));
  dialog = within(await screen.findByRole('dialog', { name: 'Leave this page while the action is running?' }));
  await user.click(dialog.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(address()).toBe('/settings'));
  const asked = sent.filter(({ call }) => call === PROGRESS).length;
  await pass(3);
  expect(sent.filter(({ call }) => call === PROGRESS)).toHaveLength(asked);
});
