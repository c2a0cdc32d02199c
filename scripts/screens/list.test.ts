import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fitPath } from '#web/path.ts';
import { officePages, publicPages } from '#web/routes.ts';
import { staffTextsIn } from '../../tests/support/staff-texts.ts';
import { screens } from './list.ts';

test('every page of the site and of the office has a picture', () => {
  const addresses = screens.map(({ path }) => path.split('?')[0] ?? '');
  const without = [...Object.keys(publicPages), ...Object.keys(officePages)].filter(
    (pattern) => !addresses.some((address) => fitPath(pattern, address)),
  );
  expect(without).toEqual(['/receipt/:paymentId']);
  expect(screens.map(({ name }) => name)).toContain('office-receipt');
});

test('acts press and fill what the interface says, so that they are found in each language', () => {
  const texts = Object.values(staffTextsIn('en'));
  const list = readFileSync(new URL('list.csv', import.meta.url), 'utf8');
  const named = [...list.matchAll(/\b(?:press|opens|fill|check) ([^;=\n]+)/g)].map(([, name = '']) => name.trim());
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !texts.some((text) => new RegExp(name, 'i').test(text)))).toEqual([]);
});
