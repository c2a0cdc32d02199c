import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openGeneration, PREVIEW } from '../../testing/bulk-actions.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { answerEffect, empty, sunil, testResult } from '../../testing/settings.ts';
import { importOf } from '../import-page.ts';

beforeAll(() => importOf('/settings/generate-invoices')());
beforeEach(() => signInAs('admin'));

const rows = () => screen.getAllByRole('row').map(({ textContent }) => textContent);

test('the preview shows shops, amounts, skipped shops with the reason, and totals, and changes nothing', async () => {
  const { sent } = openGeneration();
  await screen.findByRole('table', { name: 'Preview' });
  expect(rows().slice(1)).toEqual([
    'A-2Nimal Perera11,800.00Will be generated',
    'A-3Sunil Silva200.50Will be generated',
    'B-1SkippedThis shop has no tenant.',
    expect.stringMatching(/^Total.*12,000\.50/),
  ]);
  expect(screen.getByRole('region', { name: 'Will be generated' }).textContent).toContain('2 invoices');
  expect(screen.getByRole('region', { name: 'Total of monthly bills' }).textContent).toContain('LKR 12,000.50');
  expect(screen.getByRole('region', { name: 'Skipped' }).textContent).toContain('1');
  screen.getByText('Nothing has changed yet.');
  expect(sent.map(({ call }) => call).filter((call) => call.startsWith('POST'))).toEqual([PREVIEW]);
});

test('skipped shops can be shown without the others, and all can be searched', { tags: ['slow'] }, async () => {
  const { user, address } = openGeneration();
  await user.click(await screen.findByRole('radio', { name: 'Skipped (1)' }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows()[1]).toContain('B-1');
  expect(address()).toBe('/settings/generate-invoices?show=skipped');
  await user.click(screen.getByRole('radio', { name: 'All (3)' }));
  await user.type(screen.getByRole('searchbox'), 'silva');
  await waitFor(() => expect(rows()[1]).toContain('Sunil Silva'));
  expect(screen.getByRole('button', { name: 'Export to Excel' }).title).toBe(
    'Download 1 row as Generate invoices, preview.xlsx',
  );
});

test.each([
  ['/settings/generate-invoices', '/api/generateInvoices/generate-all', 'Generate 1 invoice'],
  ['/settings/apply-fines', '/api/settings/apply-fines', 'Apply 1 fine'],
  ['/settings/fine-arrest', '/api/settings/fine-arrest-action', 'Mark 1 fine as Arrest'],
  ['/settings/invoice-arrest', '/api/settings/invoice-arrest-action', 'Mark 1 invoice as Arrest'],
])('%s shows on its button the number of shops or invoices', async (path, call, button) => {
  answerCalls({ [`POST ${call}?dry_run=true`]: () => answerEffect([testResult({ invoice_id: 'INV-A-2-202610' })]) });
  openOffice(path);
  await screen.findByRole('button', { name: button });
  screen.getByText('INV-A-2-202610');
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }));
  expect(crumbs.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings');
});

test.each([
  ['/settings/generate-invoices', '/api/generateInvoices/generate-all', 'Generate invoices'],
  ['/settings/apply-fines', '/api/settings/apply-fines', 'Apply fines'],
  ['/settings/fine-arrest', '/api/settings/fine-arrest-action', 'Mark fines as Arrest'],
  ['/settings/invoice-arrest', '/api/settings/invoice-arrest-action', 'Mark invoices as Arrest'],
])('%s disables its button when there is nothing to do, and shows a message', async (path, call, button) => {
  answerCalls({ [`POST ${call}?dry_run=true`]: () => answerEffect([]) });
  openOffice(path);
  expect((await screen.findByRole('button', { name: button })).hasAttribute('disabled')).toBe(true);
  expect(screen.getAllByText(/^No (invoices|fines) to /)).not.toEqual([]);
});

test('without shops the first step is shown', async () => {
  openGeneration({ [PREVIEW]: () => answerEffect([]) });
  await screen.findByText('Add shops and tenants first.');
});

test('skipped shops are listed also when there is nothing to do', async () => {
  openGeneration({ [PREVIEW]: () => answerEffect([empty]) });
  await screen.findByText('This shop has no tenant.');
  expect(screen.getByRole('button', { name: 'Generate invoices' }).hasAttribute('disabled')).toBe(true);
  screen.getByText('No invoices to generate.');
});

test('fines show how many late invoices are still within their grace days', async () => {
  answerCalls({ 'POST /api/settings/apply-fines?dry_run=true': () => answerEffect([sunil], { within_grace: 3 }) });
  openOffice('/settings/apply-fines');
  await screen.findByText('3 still within the grace period');
});

test('the preview is loaded again on request, and after a failure', { tags: ['slow'] }, async () => {
  let results = [testResult()];
  let isDown = true;
  const { user } = openGeneration({ [PREVIEW]: () => (isDown ? refuse('internal') : answerEffect(results)) });
  await screen.findByText('Could not load the preview.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Generate 1 invoice' });
  results = [testResult(), sunil];
  await user.click(screen.getByRole('button', { name: 'Update preview' }));
  await screen.findByRole('button', { name: 'Generate 2 invoices' });
});

test.each(['manager', 'editor', 'tiketing'] as const)(
  'a %s does not see the actions, and nothing is requested',
  async (role) => {
    signInAs(role);
    const { sent } = openGeneration();
    await screen.findByRole('heading', { level: 1, name: 'Not allowed' });
    expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  },
);
