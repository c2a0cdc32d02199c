import { TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { showScreen } from '#web/testing/screen.tsx';
import { latePart } from './late-part.tsx';

function partThatFails(failures: number) {
  let loads = 0;
  const Part = latePart(async () => {
    loads += 1;
    if (loads <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return ({ name }: { name: string }) => <p>chart of {name}</p>;
  });
  return { Part, loads: () => loads };
}

test('a part that could not be loaded says so in its place, leaves what was typed, and is loaded again', async () => {
  const { Part, loads } = partThatFails(1);
  const { user } = showScreen(
    <>
      <TextInput label="Name" />
      <Part name="Carrot" placeholder={<p>loading</p>} />
    </>,
  );
  await user.type(screen.getByLabelText('Name'), 'Winged bean');
  expect((await screen.findByRole('alert')).textContent).toContain('Could not reach the server.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('chart of Carrot');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Winged bean');
  expect(loads()).toBe(2);
});

test('a part that opens over the page is closed with a message, and loaded again when it is opened again', async () => {
  const { Part, loads } = partThatFails(1);
  const Page = () => {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setIsOpen(true)}>
          Search
        </button>
        {isOpen && <Part name="Leeks" onMissing={() => setIsOpen(false)} />}
      </>
    );
  };
  const { user } = showScreen(<Page />);
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Could not reach the server.'));
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await screen.findByText('chart of Leeks');
  expect(loads()).toBe(2);
});
