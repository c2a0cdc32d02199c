import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { tenancies } from '#contract/tenancies.ts';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';
import { testCharges } from '../../testing/other-charges.ts';
import { testTenancyFile } from '../../testing/tenancies.ts';
import { testTenant } from '../../testing/tenants.ts';

const FILE = 'GET /api/tenancies/7';
const CHANGE = 'POST /api/tenancies/7/tenant';
const OTHER = { tenancy_id: 9, shop_id: 'B-1', tenant_name: 'N. Perera' };
const JOIN = { name: 'Add another tenancy of this tenant' };
const SPLIT = { name: 'Separate this tenancy' };

beforeEach(() => signInAs('admin'));

const changed = () =>
  Response.json(
    tenancies.changeTenant.answer.parse({
      message: 'Tenant of this tenancy changed.',
      tenant_ref: 6,
      SameTenant: [],
    }),
  );

function openFile(SameTenant: (typeof OTHER)[]) {
  const sent = answerCalls({
    [FILE]: () => Response.json(testTenancyFile({ SameTenant })),
    [`${FILE}/other-charges`]: () => Response.json(testCharges({ waiting: [] })),
    [`${FILE}/reminders`]: () => Response.json([]),
    'GET /api/tenants': () =>
      Response.json([testTenant(), testTenant({ tenant_id: 9, tenant_ref: 6, shop_id: 'B-1', name: 'N. Perera' })]),
    'GET /api/tenants?former=true': () =>
      Response.json([
        testTenant({ tenant_id: 10, tenant_ref: 6, shop_id: 'C-2', name: 'N. Perera' }),
        testTenant({ tenant_id: 11, tenant_ref: 8, shop_id: 'C-3', name: 'Sunil Silva' }),
      ]),
    [CHANGE]: changed,
  });
  return { sent, ...openOffice('/tenancy/7') };
}

const panel = async () => within(await screen.findByRole('region', { name: 'Same tenant' }));
const bodyOf = (sent: ReturnType<typeof openFile>['sent']) => sent.find(({ call }) => call === CHANGE)?.body;

test('a tenancy of another tenant is chosen, with a reason, and joined', { tags: ['slow'] }, async () => {
  const { sent, user } = openFile([]);
  await user.click((await panel()).getByRole('button', JOIN));
  const dialog = within(await screen.findByRole('dialog', JOIN));
  await user.click(await dialog.findByRole('combobox', { name: 'Tenancy of the same tenant' }));
  const option = await screen.findByRole('option', { name: 'B-1 · N. Perera' });
  expect(screen.queryByRole('option', { name: /Nimal Perera/ })).toBeNull();
  await user.click(option);
  const named = await dialog.findByText(/^These tenancies then have the same tenant:/);
  expect(named.textContent).toMatch(/: .*Nimal Perera, B-1 · N. Perera, C-2 · N. Perera\.$/);
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Identity card seen');
  await user.click(dialog.getByRole('button', JOIN));
  await screen.findByText('Tenant of this tenancy changed.');
  expect(bodyOf(sent)).toEqual({ same_tenant_as: '9', reason: 'Identity card seen' });
});

test('a tenancy that belongs to another person is separated, with a reason', { tags: ['slow'] }, async () => {
  const { sent, user } = openFile([OTHER]);
  const shown = await panel();
  expect(shown.getByRole('link', { name: 'B-1 · N. Perera' }).getAttribute('href')).toBe('/tenancy/9');
  await user.click(shown.getByRole('button', SPLIT));
  const dialog = within(await screen.findByRole('dialog', SPLIT));
  await user.click(dialog.getByRole('button', SPLIT));
  expect(bodyOf(sent)).toBeUndefined();
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Father and son');
  await user.click(dialog.getByRole('button', SPLIT));
  await screen.findByText('Tenant of this tenancy changed.');
  expect(bodyOf(sent)).toEqual({ same_tenant_as: null, reason: 'Father and son' });
});

test('without another tenancy there is nothing to separate, and who only reads changes nothing', async () => {
  signInAs('manager');
  openFile([]);
  const shown = await panel();
  shown.getByText('This tenant has no other tenancy.');
  expect(shown.queryByRole('button', SPLIT)).toBeNull();
});
