import { expect, test } from 'vitest';
import { fitPath } from '#web/path.ts';
import { officePages, publicPages } from '#web/routes.ts';
import { screens } from './list.ts';

test('every page of the site and of the office has a picture', () => {
  const addresses = screens.map(({ path }) => path.split('?')[0] ?? '');
  const without = [...Object.keys(publicPages), ...Object.keys(officePages)].filter(
    (pattern) => !addresses.some((address) => fitPath(pattern, address)),
  );
  expect(without).toEqual(['/receipt/:paymentId']);
  expect(screens.map(({ name }) => name)).toContain('office-receipt');
});
