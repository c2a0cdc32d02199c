import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSelection } from '#web/ui/table/use-selection.ts';
import { sentAnswer } from '../../testing/invoices.ts';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';
import { showScreen } from '../../testing/screen.tsx';
import { ArrestInfo } from './arrest-panel.tsx';
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

const button = () => screen.getByRole('button', { name: 'About arrest and arrears' });
const text = () => screen.queryByText(/^Arrest marks a debt as long overdue/);

test.each([true, false])(
  'by keyboard the explanation opens, has the focus, and Escape returns it (word: %s)',
  async (hasWord) => {
    const { user } = showScreen(<ArrestInfo hasWord={hasWord} />, { path: '/', at: '/' });
    expect(text()).toBeNull();
    await user.tab();
    expect(document.activeElement).toBe(button());
    expect(button().getAttribute('aria-expanded')).toBe('false');
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'About arrest and arrears' });
    expect(dialog.textContent).toMatch(/does not change any amounts/);
    await waitFor(() => expect(document.activeElement).toBe(dialog));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(text()).toBeNull());
    expect(document.activeElement).toBe(button());
  },
);

test.each([
  ['/invoices', 1],
  ['/admin-dashboard', 2],
  ['/manager-dashboard', 1],
  ['/reports', 1],
  ['/settings', 1],
  ['/settings/fine-arrest', 1],
  ['/settings/invoice-arrest', 1],
  ['/settings/generate-invoices', 0],
])('%s explains arrest where the word is, even when nothing can be loaded', async (path, times) => {
  signInAs('admin');
  answerCalls({});
  openOffice(path);
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() =>
    expect(screen.queryAllByRole('button', { name: 'About arrest and arrears' })).toHaveLength(times),
  );
});
