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

test.each([
  [
    'always',
    `factors.beginApp factors.beginPasskey factors.renewRecoveryCodes factors.remove factors.setRequirement
    accounts.removeFactors mail.setServer alerts.setSettings approvals.approve approvals.setLimit centre.setBank`,
  ],
  [
    'unless-recent',
    `accounts.register accounts.invite accounts.edit accounts.resetPassword accounts.resetByLink accounts.cancelLink
    accounts.remove backup.download`,
  ],
  [
    'sometimes',
    `tenancies.money tenancies.end tenancies.erasePersonalData fines.applyAll fines.arrest invoices.generateAll invoices.remove
    invoices.note invoices.arrest`,
  ],
])('these need it %s', (verified, names) => {
  const marked = listCalls().filter(({ entry }) => entry.verified === verified);
  expect(new Set(marked.map(({ name }) => name))).toEqual(new Set(names.split(/\s+/)));
});

test('the calls that a second person may have to approve are those that can be sent again from the office', () => {
  const approvable = listCalls().filter(({ entry }) => approvableCalls.includes(entry));
  expect(naming('approval_required')).toEqual(approvable.map(({ name }) => name));
  expect(approvable).toHaveLength(approvableCalls.length);
});
