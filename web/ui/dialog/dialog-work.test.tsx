import { TextInput } from '@mantine/core';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { showScreen } from '#web/testing/screen.tsx';
import { confirm, openDialog } from './confirm.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

function ask(work: () => Promise<boolean>, body: ReactNode = <TextInput label="Reason" />) {
  const shown = showScreen(<p>Payments</p>);
  const question = { title: 'Void payment 31?', action: 'Void', body };
  let answer: boolean | undefined;
  act(() => {
    const asked = openDialog<boolean>((close) => <ConfirmDialog question={question} answer={close} />, false, work);
    void asked.then((given) => {
      answer = given;
    });
  });
  return { ...shown, answered: () => answer };
}
const reason = () => screen.getByLabelText<HTMLInputElement>('Reason');
const voidButton = () => screen.getByRole('button', { name: 'Void' });

test('a dialog stays with its input while its work fails, and works once for two clicks', async () => {
  const outcomes = [false, true];
  const settle: (() => void)[] = [];
  const { user, answered } = ask(() => new Promise((resolve) => settle.push(() => resolve(outcomes.shift() ?? true))));
  await waitFor(() => expect(document.activeElement).toBe(voidButton()));
  await user.type(reason(), 'wrong shop');
  fireEvent.click(voidButton());
  fireEvent.click(voidButton());
  expect(settle).toHaveLength(1);
  await act(async () => settle[0]?.());
  expect(reason().value).toBe('wrong shop');
  expect(answered()).toBeUndefined();

  fireEvent.click(voidButton());
  await act(async () => settle[1]?.());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(answered()).toBe(true);
});

test('Escape closes no dialog with something typed', async () => {
  const { user, answered } = ask(async () => true);
  await user.type(reason(), 'w');
  await user.keyboard('{Escape}');
  expect(reason().value).toBe('w');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(answered()).toBe(false));
});

test('Escape closes an untouched dialog', async () => {
  const again = ask(async () => true);
  await again.user.keyboard('{Escape}');
  await waitFor(() => expect(again.answered()).toBe(false));
});

const listensToKeys = () => waitFor(() => expect(document.querySelector('[data-quiet]')).toBeNull());

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
  await listensToKeys();
  // `keyDown` returns false if the default was prevented. The key press then does not activate the button.
  expect(fireEvent.keyDown(cancel, { key: 'Enter', repeat: true })).toBe(false);
  expect(fireEvent.keyDown(cancel, { key: 'Enter' })).toBe(true);
});

test('neither Enter nor Space answers a question in its first 400 ms; Enter does afterwards', async () => {
  const { user, answered } = ask(async () => true);
  await waitFor(() => expect(document.activeElement).toBe(voidButton()));
  await user.keyboard('{Enter} ');
  screen.getByRole('dialog');
  expect(answered()).toBeUndefined();
  await listensToKeys();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(answered()).toBe(true));
});

test('text for a field of the question is typed into it from the first moment', async () => {
  const { user } = ask(async () => true);
  await waitFor(() => expect(document.activeElement).toBe(voidButton()));
  await user.type(reason(), 'wrong shop');
  expect(reason().value).toBe('wrong shop');
});

test('Enter in a field of the question is the key of that field from the first moment, and answers nothing', async () => {
  const onKeyDown = vi.fn();
  const { user, answered } = ask(async () => true, <TextInput label="Reason" onKeyDown={onKeyDown} />);
  await waitFor(() => expect(document.activeElement).toBe(voidButton()));
  reason().focus();
  await user.keyboard('{Enter}');
  expect(onKeyDown).toHaveBeenCalledOnce();
  expect(answered()).toBeUndefined();
});
