import { expect, test } from 'vitest';
import { approvableCalls } from './approvals.ts';
import { listCalls } from './every-call.ts';

const naming = (code: string) =>
  listCalls()
    .filter(({ entry }) => (entry.refusals as readonly string[]).includes(code))
    .map(({ name }) => name);

test('a call that may need the identity confirmed says so', () => {
  const marked = listCalls().filter(({ entry }) => entry.verified !== undefined);
  expect(naming('verification_required')).toEqual(marked.map(({ name }) => name));
  expect(marked.filter(({ entry }) => entry.permission === 'public')).toEqual([]);
});

test('these always need it', () => {
  const always = listCalls().filter(({ entry }) => entry.verified === 'always');
  expect(always.map(({ name }) => name)).toEqual([
    'factors.beginApp',
    'factors.beginPasskey',
    'factors.renewRecoveryCodes',
    'factors.remove',
    'factors.setRequirement',
    'accounts.register',
    'accounts.invite',
    'accounts.edit',
    'accounts.resetPassword',
    'accounts.resetByLink',
    'accounts.cancelLink',
    'accounts.removeFactors',
    'accounts.remove',
    'shops.setBalance',
    'mail.setServer',
    'alerts.setSettings',
    'approvals.approve',
    'approvals.setLimit',
    'centre.setBank',
    'backup.download',
  ]);
});

test('the calls that a second person may have to approve are those that can be sent again from the office', () => {
  const approvable = listCalls().filter(({ entry }) => approvableCalls.includes(entry));
  expect(naming('approval_required')).toEqual(approvable.map(({ name }) => name));
  expect(approvable).toHaveLength(approvableCalls.length);
});
