import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { loaded } from '#web/ui/use-load.ts';
import { testSession } from '../../testing/accounts.ts';
import { signInAs } from '../../testing/office.tsx';
import { showScreen } from '../../testing/screen.tsx';
import { SessionTable } from './session-table.tsx';

const sessions = [
  testSession({ id: 'own', username: 'Kumari', role: 'admin', is_own: true }),
  testSession({ id: 'mala', username: 'Mala', role: 'superadmin' }),
  testSession(),
];

test.each([
  ['superadmin', ['Mala', 'Ruwan Silva']],
  ['admin', ['Ruwan Silva']],
  ['manager', []],
] as const)('the sessions that a %s may end are those of %j', (role, names) => {
  signInAs(role);
  showScreen(<SessionTable load={loaded(sessions)} end={() => {}} />);
  const buttons = screen.queryAllByRole('button', { name: /^End session/ });
  expect(buttons.map((one) => one.getAttribute('aria-label'))).toEqual(names.map((name) => `End session for ${name}`));
});
