import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { showScreen } from '#web/testing/screen.tsx';
import { confirm } from './confirm.tsx';

function Row() {
  const [answers, setAnswers] = useState<boolean[]>([]);
  const ask = async () => {
    const answer = await confirm({ title: 'Delete Carrot?', action: 'Delete carrot', isDangerous: true });
    setAnswers((before) => [...before, answer]);
  };
  return (
    <>
      <button type="button" onClick={() => void ask()}>
        Delete
      </button>
      <p>answers: {answers.join(' ')}</p>
    </>
  );
}

test('the second click of a double click, which falls beside the question, does not answer it', async () => {
  const { user } = showScreen(<Row />);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Carrot?' });
  const cover = document.querySelector('.mantine-Modal-overlay');
  if (!cover || !dialog.parentElement) throw new Error('nothing covers the page');
  await user.click(cover);
  await user.click(dialog.parentElement);
  screen.getByRole('dialog', { name: 'Delete Carrot?' });
  await user.dblClick(screen.getByRole('button', { name: 'Delete carrot' }));
  await waitFor(() => screen.getByText('answers: true'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the key that asked and is still held does not answer', async () => {
  const { user } = showScreen(<Row />);
  screen.getByRole('button', { name: 'Delete' }).focus();
  await user.keyboard('{Enter}');
  const cancel = await screen.findByRole('button', { name: 'Cancel' });
  // `keyDown` returns false if the default was prevented. The key press then does not activate the button.
  expect(fireEvent.keyDown(cancel, { key: 'Enter', repeat: true })).toBe(false);
  expect(fireEvent.keyDown(cancel, { key: 'Enter' })).toBe(true);
});
