import { act, screen } from '@testing-library/react';
import { test } from 'vitest';
import { answerApprovals, testApproval } from '../../testing/approvals.ts';
import { answerCalls, signInAs, WAITING_APPROVALS } from '../../testing/office.tsx';
import { showScreen } from '../../testing/screen.tsx';
import { useWaiting } from './use-waiting.ts';

function Count() {
  return <p>waiting: {useWaiting()}</p>;
}

test('each page that is opened counts the waiting requests again', async () => {
  signInAs('manager');
  let waiting = [testApproval()];
  answerCalls({ [WAITING_APPROVALS]: () => answerApprovals(...waiting) });
  const { router } = showScreen(<Count />, { path: '/page/:name', at: '/page/one' });
  await screen.findByText('waiting: 1');
  waiting = [...waiting, testApproval({ id: 4 })];
  await act(() => router.navigate('/page/two'));
  await screen.findByText('waiting: 2');
});
