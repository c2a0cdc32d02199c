import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';
import { showScreen } from '../../testing/screen.tsx';
import { ArrestInfo } from './arrest-panel.tsx';

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
    expect(dialog.textContent).toMatch(/moves no money/);
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
