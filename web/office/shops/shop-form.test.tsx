import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { day, monthOf } from '#billing/calendar.ts';
import { shops } from '#contract/shops.ts';
import { versionOf } from '#contract/version.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { summaryAnswer } from '../../testing/payments.ts';
import { oneShop, testShop } from '../../testing/shops.ts';
import { testTenancyFile } from '../../testing/tenancies.ts';

const ADD = 'POST /api/shops';
const READ = 'GET /api/shops/A-2';
const EDIT = 'PUT /api/shops/A-2';
const LABELS = ['Shop ID', 'Shop name', 'Location', 'Monthly rent (LKR)', 'VAT (%)', 'Monthly operation fee (LKR)'];
const TYPED = ['A-2', 'Nimal Stores', 'Block A, ground floor', '12,500', '17.5', '1000.50'];

beforeEach(() => signInAs('admin'));

const stored = oneShop();
const list = { 'GET /api/shops': () => Response.json([testShop()]) };
const added = () => Response.json(shops.add.answer.parse({ message: 'Shop added.', shopId: 'A-2', shop: stored }));
const edited = () => Response.json(shops.edit.answer.parse({ message: 'Shop updated.', shop: stored }));

const SUMMARY = 'GET /api/shops/shop-summary/A-2';
const read = { [READ]: () => Response.json(stored) };
const vacant = { ...read, [SUMMARY]: () => Response.json(summaryAnswer({ Tenant: null })) };
const letShop = {
  ...read,
  [SUMMARY]: () => Response.json(summaryAnswer()),
  'GET /api/tenancies/4': () => Response.json(testTenancyFile({ last_billed_month: monthOf(day('2026-11-01')) })),
};

const field = (label: string) => screen.findByRole<HTMLInputElement>('textbox', { name: label });
const save = (user: UserEvent) => user.keyboard('{Control>}s{/Control}');

async function fillIn(user: UserEvent, texts: readonly string[] = TYPED) {
  for (const [at, label] of LABELS.entries()) {
    const input = await field(label);
    await user.clear(input);
    if (texts[at]) await user.type(input, texts[at]);
  }
}

describe('a new shop', () => {
  test('Enter moves through the fields in their order, and saves from the last one', { tags: ['slow'] }, async () => {
    const sent = answerCalls({ ...list, [ADD]: added });
    const { user } = openOffice('/add-shop');
    await field('Shop ID');
    for (const [at, label] of LABELS.entries()) {
      expect(document.activeElement).toBe(await field(label));
      await user.keyboard(`${TYPED[at]}{Enter}`);
    }
    await screen.findByText('Shop added.');
    expect(sent.filter(({ call }) => call === ADD)).toHaveLength(1);
  });

  test('the shop is sent as typed, amounts as figures, and the list opens after 2 seconds', {
    tags: ['slow'],
  }, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const sent = answerCalls({ ...list, [ADD]: added });
    const { user, address } = openOffice('/add-shop');
    await fillIn(user);
    await save(user);
    await screen.findByText('Shop added.');
    expect(sent[0]?.body).toEqual({
      shop_id: 'A-2',
      shop_name: 'Nimal Stores',
      location: 'Block A, ground floor',
      rent_amount: '12500',
      vat_rate: '17.5',
      operation_fee: '1000.5',
    });
    vi.advanceTimersByTime(1900);
    expect(address()).toBe('/add-shop');
    vi.advanceTimersByTime(100);
    await waitFor(() => expect(address()).toBe('/view-shops'));
  });

  test('every field is required, and each shows its own message', async () => {
    const sent = answerCalls({});
    const { user } = openOffice('/add-shop');
    await user.click(await screen.findByRole('button', { name: 'Add shop' }));
    expect(screen.getAllByText('Fill in this field.')).toHaveLength(6);
    expect(document.activeElement).toBe(await field('Shop ID'));
    expect(sent).toEqual([]);
  });

  test.each([
    ['Shop ID', 'A 12', 'A shop ID must be 1 to 20 letters, digits or hyphens.'],
    ['Shop ID', 'x'.repeat(21), 'A shop ID must be 1 to 20 letters, digits or hyphens.'],
    ['Shop name', 'x'.repeat(81), 'The shop name can have at most 80 characters.'],
    ['Location', 'x'.repeat(121), 'The location can have at most 120 characters.'],
    [
      'Monthly rent (LKR)',
      'twelve',
      '"twelve" could not be read. Enter an amount with at most 2 decimal places, such as 25000 or 25,000.00.',
    ],
    [
      'Monthly rent (LKR)',
      '10.005',
      '"10.005" could not be read. Enter an amount with at most 2 decimal places, such as 25000 or 25,000.00.',
    ],
    ['Monthly rent (LKR)', '-1', 'The rent amount cannot be less than 0.'],
    ['VAT (%)', '-18', 'Enter a percentage from 0 to 100, for example 18 or 17.5.'],
    [
      'VAT (%)',
      '100.01',
      'Enter the VAT rate as a percentage from 0 to 100 with no more than 2 decimal places, such as 17.5.',
    ],
    ['Monthly operation fee (LKR)', '-0.01', 'The operation fee cannot be less than 0.'],
    [
      'Monthly operation fee (LKR)',
      '1,00',
      '"1,00" could not be read. Enter an amount with at most 2 decimal places, such as 25000 or 25,000.00.',
    ],
  ])('%s cannot be %j', { tags: ['slow'] }, async (label, text, sentence) => {
    const sent = answerCalls({});
    const { user } = openOffice('/add-shop');
    await fillIn(user, TYPED.with(LABELS.indexOf(label), text));
    await save(user);
    await screen.findByText(sentence);
    expect(document.activeElement).toBe(await field(label));
    expect(sent).toEqual([]);
  });

  test('a duplicate id is reported under the id', { tags: ['slow'] }, async () => {
    answerCalls({ [ADD]: () => refuse('shop_exists') });
    const { user } = openOffice('/add-shop');
    await fillIn(user);
    await save(user);
    await screen.findByText('A shop with this ID already exists.');
    expect(document.activeElement).toBe(await field('Shop ID'));
  });

  test('a failure without a message from the server says that the shop was not added', { tags: ['slow'] }, async () => {
    answerCalls({ [ADD]: () => new Response('', { status: 502 }) });
    const { user } = openOffice('/add-shop');
    await fillIn(user);
    await save(user);
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to add shop.');
  });

  test('a retry after a lost answer has the same key; the next shop has another', { tags: ['slow'] }, async () => {
    const sent = answerCalls({});
    const { user } = openOffice('/add-shop');
    await fillIn(user);
    await save(user);
    await screen.findByRole('alert');
    const again = answerCalls({ [ADD]: added });
    await save(user);
    await screen.findByText('Shop added.');
    await user.type(await field('Shop ID'), '0');
    await save(user);
    await waitFor(() => expect(again.filter(({ call }) => call === ADD)).toHaveLength(2));
    const keys = [...sent, ...again].map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
  });

  test('leaving with unsaved input asks first', { tags: ['slow'] }, async () => {
    answerCalls({});
    const { user, address } = openOffice('/add-shop');
    await user.type(await field('Shop ID'), 'A');
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(dialog).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(address()).toBe('/shop-management'));
  });

  test('a read-only role sees that it may not add shops', async () => {
    signInAs('manager');
    answerCalls({});
    openOffice('/add-shop');
    await screen.findByText(/not allowed/i);
    expect(screen.queryByRole('button', { name: 'Add shop' })).toBeNull();
  });
});

describe('the edit of a shop', () => {
  test('starts with the stored values; the id is fixed', async () => {
    answerCalls({ ...vacant });
    openOffice('/edit-shop/A-2');
    await screen.findByRole('heading', { level: 1, name: 'Edit shop A-2' });
    const inputs = await Promise.all(LABELS.map(field));
    expect(inputs.map(({ value }) => value)).toEqual([
      'A-2',
      'Nimal Stores',
      'Block A, ground floor',
      '12,500.00',
      '17.5',
      '1,000.50',
    ]);
    expect(inputs.map(({ readOnly }) => readOnly)).toEqual([true, false, false, false, false, false]);
    screen.getByText(/applies from a month that is not billed yet/);
  });

  test('sends all values but the id, and opens the list after 2 seconds', { tags: ['slow'] }, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const sent = answerCalls({ ...list, ...vacant, [EDIT]: edited });
    const { user, address } = openOffice('/edit-shop/A-2');
    const rent = await field('Monthly rent (LKR)');
    await user.clear(rent);
    await user.type(rent, '13,000');
    await save(user);
    await screen.findByText('Shop updated.');
    expect(sent.find(({ call }) => call === EDIT)?.body).toEqual({
      shop_name: 'Nimal Stores',
      location: 'Block A, ground floor',
      rent_amount: '13000',
      vat_rate: '17.5',
      operation_fee: '1000.50',
    });
    vi.advanceTimersByTime(1900);
    expect(address()).toBe('/edit-shop/A-2');
    vi.advanceTimersByTime(100);
    await waitFor(() => expect(address()).toBe('/view-shops'));
  });

  test('shows what another person changed meanwhile before it is overwritten', { tags: ['slow'] }, async () => {
    const theirs = { ...stored, rent_amount: 33_712.5, location: 'Block B' };
    let isStale = true;
    const change = () => {
      if (!isStale) return edited();
      isStale = false;
      return refuse('changed_meanwhile', { current: theirs });
    };
    const sent = answerCalls({ ...list, ...vacant, [EDIT]: change });
    const { user } = openOffice('/edit-shop/A-2');
    const rent = await field('Monthly rent (LKR)');
    await user.clear(rent);
    await user.type(rent, '20,000');
    await save(user);
    const panel = within(await screen.findByRole('alert'));
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Location: Block A, ground floor → Block B',
      'Monthly rent (LKR): 12,500 → 33,712.50 (you entered 20,000)',
    ]);
    await user.click(panel.getByRole('button', { name: 'Keep my values' }));
    expect(rent.value).toBe('20,000');
    await save(user);
    await screen.findByText('Shop updated.');
    const versions = sent.filter(({ call }) => call === EDIT).map(({ headers }) => headers.get('if-match'));
    expect(versions).toEqual([stored, theirs].map((shop) => `"${versionOf(shops.edit, shop)}"`));
  });

  test.each(LABELS.slice(1))('%s cannot be emptied', async (label) => {
    const sent = answerCalls({ ...vacant });
    const { user } = openOffice('/edit-shop/A-2');
    await user.clear(await field(label));
    await save(user);
    await screen.findByText('Fill in this field.');
    expect(document.activeElement).toBe(await field(label));
    expect(sent.map(({ call }) => call)).not.toContain(EDIT);
  });

  test('shows a message for a shop that does not exist', async () => {
    answerCalls({ [READ]: () => refuse('shop_not_found') });
    openOffice('/edit-shop/A-2');
    await screen.findByText('Failed to load shop details.');
    screen.getByText('Shop not found.');
  });

  test('shows a message after a failure without a message from the server, and the input remains', async () => {
    answerCalls({ ...vacant, [EDIT]: () => new Response('', { status: 500 }) });
    const { user } = openOffice('/edit-shop/A-2');
    await user.type(await field('Shop name'), ' and Sons');
    await save(user);
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to update shop.');
    expect((await field('Shop name')).value).toBe('Nimal Stores and Sons');
  });

  test('new terms apply from the first month that is not billed, or a later one, with their reason', {
    tags: ['slow'],
  }, async () => {
    vi.setSystemTime('2026-11-20T06:30:00.000Z');
    const sent = answerCalls({ ...list, ...letShop, [EDIT]: edited });
    const { user } = openOffice('/edit-shop/A-2');
    expect((await screen.findByRole('table', { name: 'Rent, operation fee and VAT rate' })).textContent).toContain(
      'LKR 8,000.00',
    );
    expect(screen.queryByRole('combobox', { name: 'Applies from' })).toBeNull();
    const rent = await field('Monthly rent (LKR)');
    await user.clear(rent);
    await user.type(rent, '13,000');
    const month = await screen.findByRole('combobox', { name: 'Applies from' });
    expect(month).toHaveProperty('value', '2026-12');
    await user.selectOptions(month, 'Feb 2027');
    await user.type(screen.getByRole('textbox', { name: 'Reason for the change' }), 'Agreed');
    await save(user);
    await screen.findByText('Shop updated.');
    expect(sent.find(({ call }) => call === EDIT)?.body).toMatchObject({
      rent_amount: '13000',
      from_month: '2027-02',
      reason: 'Agreed',
    });
  });

  test.each([
    ['155,000', 'This is more than double the old rent.'],
    ['6,000', 'This is less than half the old rent.'],
  ])('a rent of %s is saved only after a question', async (typed, sentence) => {
    const sent = answerCalls({ ...list, ...vacant, [EDIT]: edited });
    const { user } = openOffice('/edit-shop/A-2');
    const rent = await field('Monthly rent (LKR)');
    await user.clear(rent);
    await user.type(rent, typed);
    await save(user);
    const dialog = within(await screen.findByRole('dialog', { name: 'Is this value right?' }));
    dialog.getByText(sentence);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(sent.map(({ call }) => call)).not.toContain(EDIT);
    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Save anyway' }));
    await screen.findByText('Shop updated.');
  });
});
