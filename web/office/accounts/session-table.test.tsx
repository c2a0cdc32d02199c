import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { loaded } from '#web/ui/use-load.ts';
import { testSession } from '../../testing/accounts.ts';
import { signInAs } from '../../testing/office.tsx';
import { showScreen } from '../../testing/screen.tsx';
import { describeAgent } from './describe-agent.ts';
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

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/141.0.0.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'Chrome on Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML) Version/18.0 Mobile Safari/604.1',
    'Safari on iOS',
  ],
  ['GateApp/2.1', 'GateApp/2.1'],
  ['x'.repeat(200), 'x'.repeat(40)],
  ['', 'unknown browser'],
])('%s is described as %s', (agent, description) => {
  expect(describeAgent(agent)).toBe(description);
});
