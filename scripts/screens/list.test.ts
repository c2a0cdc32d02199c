import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fitPath } from '#web/path.ts';
import { officePages } from '#web/routes.ts';
import { staffTextsIn } from '../../tests/support/staff-texts.ts';
import { listedScreens, unlistedPages } from './list.ts';

test('every screen of the office has a picture', () => {
  const addresses = listedScreens.map(({ path }) => path.split('?')[0] ?? '');
  const without = Object.keys(officePages).filter((pattern) => !addresses.some((address) => fitPath(pattern, address)));
  expect(without).toEqual(['/receipt/:paymentId']);
  expect(listedScreens.map(({ name }) => name)).toContain('office-receipt');
});

test('a public page that the list does not name has a picture, too', () => {
  const found = unlistedPages(['/', '/news/:id', '/print/poster', '/stalls/:date']);
  expect(found.map(({ name, path, isPublic, states }) => ({ name, path, isPublic, states }))).toEqual([
    { name: 'site-print-poster', path: '/print/poster', isPublic: true, states: ['full'] },
    { name: 'site-stalls-date', path: '/stalls/LATEST', isPublic: true, states: ['full'] },
  ]);
});

test('acts press and fill what the interface says, so that they are found in each language', () => {
  const texts = Object.values(staffTextsIn('en'));
  const list = readFileSync(new URL('list.csv', import.meta.url), 'utf8');
  const named = [...list.matchAll(/\b(?:press|opens|fill|check) ([^;=\n]+)/g)].map(([, name = '']) => name.trim());
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !texts.some((text) => new RegExp(name, 'i').test(text)))).toEqual([]);
});
