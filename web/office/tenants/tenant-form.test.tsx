import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { tenant, tenants } from '#contract/tenants.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { oneShop } from '../../testing/shops.ts';
import { testTenant } from '../../testing/tenants.ts';

const NOT_REGISTERED = { is_vat_registered: false, tin: '', tax_name: '', tax_address: '' };

const VACANT = 'GET /api/shops/without-tenants';
const ADD = 'POST /api/tenants';
const READ = 'GET /api/tenants/7';
const EDIT = 'PUT /api/tenants/7';
const TYPED = {
  Name: 'Nimal Perera',
  Contact: '077 123 4567',
  Email: 'nimal@example.com',
  Address: '12 Kandy Road, Dambulla',
};
type Label = keyof typeof TYPED;

beforeEach(() => signInAs('admin'));

const stored = testTenant();
const vacant = { [VACANT]: () => Response.json([oneShop(), oneShop({ shop_id: 'B-7', shop_name: 'Corner shop' })]) };
const list = { 'GET /api/tenants': () => Response.json([stored]) };
const added = () =>
  Response.json(tenants.add.answer.parse({ message: 'Tenant added.', tenant: tenant.parse(stored) }), { status: 201 });
const edited = () =>
  Response.json(tenants.edit.answer.parse({ message: 'Tenant updated.', tenant: tenant.parse(stored) }));

const field = (label: string) => screen.findByRole<HTMLInputElement>('textbox', { name: label });
const save = (user: UserEvent) => user.keyboard('{Control>}s{/Control}');

async function fillIn(user: UserEvent, changed: Partial<Record<Label, string>> = {}) {
  for (const [label, text] of Object.entries({ ...TYPED, ...changed })) {
    const input = await field(label);
    await user.clear(input);
    if (text !== '') await user.type(input, text);
  }
}

async function chooseShop(user: UserEvent, name: string) {
  await user.click(screen.getByRole('combobox', { name: 'Shop' }));
  await user.click(await screen.findByRole('option', { name }));
}

const notLoaded = ({ call }: { call: string }) => call !== VACANT && !call.startsWith('GET /api/tenants');

describe('a new tenant', () => {
  test('is added to one of the empty shops, and two seconds later the list opens', { tags: ['slow'] }, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const sent = answerCalls({ ...vacant, ...list, [ADD]: added });
    const { user, address } = openOffice('/add-tenant');
    await fillIn(user);
    await user.click(screen.getByRole('combobox', { name: 'Shop' }));
    const choices = await screen.findAllByRole('option');
    expect(choices.map(({ textContent }) => textContent)).toEqual(['A-2 · Nimal Stores', 'B-7 · Corner shop']);
    await user.click(screen.getByRole('option', { name: 'B-7 · Corner shop' }));
    await save(user);
    await screen.findByText('Tenant added.');
    expect(sent.find(({ call }) => call === ADD)?.body).toEqual({
      name: 'Nimal Perera',
      contact: '077 123 4567',
      email: 'nimal@example.com',
      address: '12 Kandy Road, Dambulla',
      shop_id: 'B-7',
      ...NOT_REGISTERED,
    });
    vi.advanceTimersByTime(1900);
    expect(address()).toBe('/add-tenant');
    vi.advanceTimersByTime(100);
    await waitFor(() => expect(address()).toBe('/view-tenants'));
  });

  test('can be the tenant of another shop, whose details are filled in', { tags: ['slow'] }, async () => {
    const sent = answerCalls({ ...vacant, ...list, [ADD]: added });
    const { user } = openOffice('/add-tenant?shop=B-7');
    await user.click(await screen.findByRole('combobox', { name: 'Tenant of another shop' }));
    await user.click(await screen.findByRole('option', { name: 'Nimal Perera · A-2' }));
    expect(await field('Contact')).toHaveProperty('value', '077 123 4567');
    await save(user);
    await screen.findByText('Tenant added.');
    expect(sent.find(({ call }) => call === ADD)?.body).toMatchObject({ name: 'Nimal Perera', tenant_ref: '5' });
  });

  test('is saved with Enter, which moves through the fields to the first day', { tags: ['slow'] }, async () => {
    const sent = answerCalls({ ...vacant, ...list, [ADD]: added });
    const { user } = openOffice('/add-tenant?shop=A-2');
    await field('Name');
    for (const [label, text] of Object.entries(TYPED)) {
      expect(document.activeElement).toBe(await field(label));
      await user.keyboard(`${text}{Enter}`);
    }
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Shop' }));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'First day' }));
    await user.keyboard('{Enter}');
    await screen.findByText('Tenant added.');
    expect(sent.filter(({ call }) => call === ADD)).toHaveLength(1);
  });

  test('gets a shop by a few letters and Enter', { tags: ['slow'] }, async () => {
    answerCalls(vacant);
    const { user } = openOffice('/add-tenant');
    await user.type(await screen.findByRole('combobox', { name: 'Shop' }), 'corn');
    await user.keyboard('{Enter}');
    expect(screen.getByRole('combobox', { name: 'Shop' })).toHaveProperty('value', 'B-7 · Corner shop');
  });

  test('has the shop of the link preselected', async () => {
    answerCalls(vacant);
    openOffice('/add-tenant?shop=B-7');
    expect(await screen.findByRole('combobox', { name: 'Shop' })).toHaveProperty('value', 'B-7 · Corner shop');
  });

  test('has no shop preselected when that shop is rented meanwhile', async () => {
    answerCalls(vacant);
    openOffice('/add-tenant?shop=C-1');
    expect(await screen.findByRole('combobox', { name: 'Shop' })).toHaveProperty('value', '');
  });

  test('needs name, contact, address and shop, but no email', { tags: ['slow'] }, async () => {
    const sent = answerCalls(vacant);
    const { user } = openOffice('/add-tenant');
    await user.click(await screen.findByRole('button', { name: 'Add tenant' }));
    expect(screen.getAllByText(/^(Enter|Fill in)/)).toHaveLength(3);
    screen.getByText('Please choose a shop.');
    expect(document.activeElement).toBe(await field('Name'));
    expect(sent.filter(notLoaded)).toEqual([]);
  });

  test.each<[Label, string, string]>([
    ['Name', 'x'.repeat(121), 'The name can have at most 120 characters.'],
    ['Contact', '0'.repeat(61), 'The contact number can have at most 60 characters.'],
    ['Email', 'nimal at home', 'Enter an email address, such as name@example.com.'],
    ['Address', 'x'.repeat(201), 'The address can have at most 200 characters.'],
  ])('%s cannot be %j', { tags: ['slow'] }, async (label, text, sentence) => {
    const sent = answerCalls(vacant);
    const { user } = openOffice('/add-tenant?shop=A-2');
    await fillIn(user, { [label]: text });
    await save(user);
    await screen.findByText(sentence);
    expect(document.activeElement).toBe(await field(label));
    expect(sent.filter(notLoaded)).toEqual([]);
  });

  test('shows under the shop that it was rented meanwhile', { tags: ['slow'] }, async () => {
    answerCalls({ ...vacant, [ADD]: () => refuse('shop_has_tenant') });
    const { user } = openOffice('/add-tenant');
    await fillIn(user);
    await chooseShop(user, 'A-2 · Nimal Stores');
    await save(user);
    await screen.findByText('This shop already has a tenant.');
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Shop' }));
  });

  test('can have started earlier, and the form is empty afterwards', { tags: ['slow'] }, async () => {
    const sent = answerCalls({ ...vacant, ...list, [ADD]: added });
    const { user } = openOffice('/add-tenant?shop=A-2');
    await fillIn(user);
    const from = screen.getByRole('textbox', { name: 'First day' });
    await user.clear(from);
    await user.type(from, '1 Oct 2026');
    await user.tab();
    await save(user);
    await screen.findByText('Tenant added.');
    expect(sent.find(({ call }) => call === ADD)?.body).toMatchObject({ from: '2026-10-01', shop_id: 'A-2' });
    await waitFor(async () => expect((await field('Name')).value).toBe(''));
    expect(screen.getByRole('combobox', { name: 'Shop' })).toHaveProperty('value', '');
  });

  test('cannot start in the future', { tags: ['slow'] }, async () => {
    const sent = answerCalls(vacant);
    const { user } = openOffice('/add-tenant?shop=A-2');
    await fillIn(user);
    const from = screen.getByRole('textbox', { name: 'First day' });
    await user.clear(from);
    await user.type(from, '1 Jan 2099');
    await user.tab();
    await save(user);
    await screen.findByText(/^Choose today \(/);
    expect(sent.filter(notLoaded)).toEqual([]);
  });

  test.each(['/add-tenant?shop=c-1', '/add-tenant'])('%s says whose tenancy of a let shop has to end', async (at) => {
    const sunil = testTenant({ tenant_id: 3, name: 'Sunil Silva', shop_id: 'C-1' });
    answerCalls({ ...vacant, 'GET /api/tenants': () => Response.json([sunil]) });
    const { user } = openOffice(at);
    const shop = await screen.findByRole('combobox', { name: 'Shop' });
    if (!at.includes('?')) await user.type(shop, 'C-1');
    await screen.findByText('Shop C-1 is let to Sunil Silva. End that tenancy first.');
    expect(screen.getByRole('link', { name: 'End tenancy' }).getAttribute('href')).toBe('/end-tenancy/3');
  });

  test('remains after a failure without a message from the server, and is sent again under the same key', {
    tags: ['slow'],
  }, async () => {
    const first = answerCalls({ ...vacant, [ADD]: () => new Response('', { status: 502 }) });
    const { user } = openOffice('/add-tenant?shop=A-2');
    await fillIn(user);
    await save(user);
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to add tenant.');
    const second = answerCalls({ ...list, [ADD]: added });
    await save(user);
    await screen.findByText('Tenant added.');
    const keys = [...first, ...second]
      .filter(({ call }) => call === ADD)
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  });

  test('finds no available shops when all are rented', async () => {
    answerCalls({ [VACANT]: () => Response.json([]) });
    openOffice('/add-tenant');
    await screen.findByText('No available shops');
    expect(screen.queryByRole('button', { name: 'Add tenant' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Add shop' }).getAttribute('href')).toBe('/add-shop');
  });

  test('waits for the shops, and shows a message when they cannot be loaded', async () => {
    answerCalls({});
    const { user } = openOffice('/add-tenant');
    await screen.findByText('Failed to fetch shops.');
    answerCalls(vacant);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await field('Name');
  });

  test('asks before unsaved input is left', { tags: ['slow'] }, async () => {
    answerCalls(vacant);
    const { user, address } = openOffice('/add-tenant');
    await user.type(await field('Name'), 'N');
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(address()).toBe('/add-tenant');
  });
});

describe('the edit of a tenant', () => {
  test('starts with the stored values; the shop is fixed', async () => {
    answerCalls({ [READ]: () => Response.json(stored) });
    openOffice('/edit-tenant/7');
    await screen.findByRole('heading', { level: 1, name: 'Edit Nimal Perera' });
    for (const [label, text] of Object.entries(TYPED)) expect((await field(label)).value).toBe(text);
    const shop = await field('Shop');
    expect([shop.value, shop.readOnly]).toEqual(['A-2 · Nimal Stores', true]);
  });

  test('may have an empty email, and opens the list after 2 seconds', { tags: ['slow'] }, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const sent = answerCalls({ ...list, [READ]: () => Response.json(stored), [EDIT]: edited });
    const { user, address } = openOffice('/edit-tenant/7');
    await user.clear(await field('Email'));
    await save(user);
    await screen.findByText('Tenant updated.');
    const body = { name: TYPED.Name, contact: TYPED.Contact, address: TYPED.Address, email: '', ...NOT_REGISTERED };
    expect(sent.find(({ call }) => call === EDIT)?.body).toEqual(body);
    vi.advanceTimersByTime(1900);
    expect(address()).toBe('/edit-tenant/7');
    vi.advanceTimersByTime(100);
    await waitFor(() => expect(address()).toBe('/view-tenants'));
  });

  test('shows nothing where a tenant has no email', async () => {
    answerCalls({ [READ]: () => Response.json(testTenant({ email: null })) });
    openOffice('/edit-tenant/7');
    expect((await field('Email')).value).toBe('');
  });

  test.each<[Label, string, string]>([
    ['Name', '', 'Enter the name.'],
    ['Contact', '', 'Enter the contact number.'],
    ['Address', '', 'Enter the address.'],
    ['Email', 'nimal@', 'Enter an email address, such as name@example.com.'],
  ])('%s cannot be %j', async (label, text, sentence) => {
    const sent = answerCalls({ [READ]: () => Response.json(stored) });
    const { user } = openOffice('/edit-tenant/7');
    await user.clear(await field(label));
    if (text !== '') await user.type(await field(label), text);
    await save(user);
    await screen.findByText(sentence);
    expect(document.activeElement).toBe(await field(label));
    expect(sent.map(({ call }) => call)).toEqual([READ]);
  });

  test('shows a message for a tenant who does not exist', async () => {
    answerCalls({ [READ]: () => refuse('tenant_not_found') });
    openOffice('/edit-tenant/7');
    await screen.findByText('Failed to load tenant details.');
    screen.getByText('Tenant not found.');
  });

  test('shows a message after a failure without a message from the server, and the input remains', async () => {
    answerCalls({ [READ]: () => Response.json(stored), [EDIT]: () => new Response('', { status: 500 }) });
    const { user } = openOffice('/edit-tenant/7');
    await user.type(await field('Name'), ' junior');
    await save(user);
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to update tenant.');
    expect((await field('Name')).value).toBe('Nimal Perera junior');
  });
});

test('the details from the VAT certificate are asked for only when the tenant is registered', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls({ [READ]: () => Response.json(stored), [EDIT]: edited });
  const { user } = openOffice('/edit-tenant/7');
  const box = await screen.findByRole('checkbox', { name: 'Registered for VAT' });
  expect(screen.queryByRole('textbox', { name: /^TIN/ })).toBeNull();
  await user.click(box);
  await user.type(screen.getByRole('textbox', { name: /^TIN/ }), '900000019');
  await user.type(screen.getByRole('textbox', { name: /^Name on the VAT certificate/ }), 'EXAMPLE TRADERS');
  await user.type(screen.getByRole('textbox', { name: /^Address on the VAT certificate/ }), '1 Example Street');
  await save(user);
  await screen.findByText('Tenant updated.');
  expect(sent.find(({ call }) => call === EDIT)?.body).toMatchObject({
    is_vat_registered: true,
    tin: '900000019',
    tax_name: 'EXAMPLE TRADERS',
    tax_address: '1 Example Street',
  });
});
