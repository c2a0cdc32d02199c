import { screen } from '@testing-library/react';
import { test } from 'vitest';
import { useSelection } from '#web/ui/table/use-selection.ts';
import { sentAnswer } from '../../testing/invoices.ts';
import { answerCalls, signInAs } from '../../testing/office.tsx';
import { showScreen } from '../../testing/screen.tsx';
import { useSending } from './use-sending.ts';

const IDS = ['INV-A-1-202611', 'INV-A-2-202611', 'INV-A-3-202611'];

function Sending() {
  const selection = useSelection();
  const { send } = useSending(selection, () => {});
  return (
    <>
      <p>selected: {selection.ids.join(' ')}</p>
      <button type="button" onClick={() => selection.add(IDS)}>
        Select
      </button>
      <button type="button" onClick={() => void send()}>
        Email
      </button>
    </>
  );
}

test('an invoice whose email failed stays selected, and only that', async () => {
  signInAs('admin');
  answerCalls({
    'POST /api/email/send-email': ({ body }) => Response.json(sentAnswer(body, { 'A-2': 'The mailbox is full.' })),
  });
  const { user } = showScreen(<Sending />);
  await user.click(screen.getByText('Select'));
  await user.click(screen.getByText('Email'));
  await user.click(await screen.findByText('Send'));
  await screen.findByText('selected: INV-A-2-202611');
});
