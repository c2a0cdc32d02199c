import { expect, test } from 'vitest';
import { groupSameTenants, type TenantMarks } from './same-tenant.ts';

const NIMAL = { name: 'Nimal Perera', contact: '077 123 4567', email: 'nimal@example.com', tin: '' };

function countTenants(...tenancies: readonly Partial<TenantMarks>[]): number {
  return groupSameTenants(tenancies.map((more) => ({ ...NIMAL, ...more }))).length;
}

test.each([
  ['equal details', {}],
  ['another way of writing name and number', { name: ' nimal  PERERA', contact: '+94 77 123 4567', email: null }],
  ['the same email only', { contact: '', email: 'Nimal@Example.com ' }],
  ['the same contact only', { email: 'other@example.com' }],
])('the same name with %s is one tenant', (_, more) => {
  expect(countTenants({}, more)).toBe(1);
});

test.each([
  ['another name', { name: 'Kamal Perera' }],
  ['no equal detail', { contact: '071 000 1111', email: 'other@example.com' }],
  ['no detail', { contact: '', email: null }],
])('%s is another tenant', (_, more) => {
  expect(countTenants({}, more)).toBe(2);
});

test('a dash, and a number of zeros only, say nothing about who it is', () => {
  for (const contact of ['-', '000 000 0000', ''])
    expect(countTenants({ contact, email: null }, { contact, email: '-' })).toBe(2);
});

test('the same tax number and name are one tenant', () => {
  expect(countTenants({ contact: '', tin: '900000019' }, { email: null, tin: '900000019' })).toBe(1);
});

test('two tenancies that a third one connects have one tenant, in the order of the list', () => {
  const list = [
    { ...NIMAL, id: 1, email: null },
    { ...NIMAL, id: 2, name: 'Kamal Silva' },
    { ...NIMAL, id: 3, contact: '' },
    { ...NIMAL, id: 4 },
  ];
  expect(groupSameTenants(list).map((group) => group.map(({ id }) => id))).toEqual([[1, 3, 4], [2]]);
});
