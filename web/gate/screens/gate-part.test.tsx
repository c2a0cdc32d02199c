import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { gatePart } from './gate-part.tsx';

test('a part that cannot be loaded says so in its place, leaves the screen around it, and is loaded again', async () => {
  let loads = 0;
  const Check = gatePart(async () => {
    loads += 1;
    if (loads <= 2) throw new TypeError('Failed to fetch dynamically imported module');
    return ({ number }: { number: string }) => <p>verdict of {number}</p>;
  });
  const Screen = () => {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <input aria-label="Vehicle number" />
        <button type="button" onClick={() => setIsOpen(!isOpen)}>
          Check
        </button>
        {isOpen && <Check number="K-1" />}
      </>
    );
  };
  render(<Screen />);
  const user = userEvent.setup({ delay: null });
  await user.type(screen.getByLabelText('Vehicle number'), 'LG-4821');
  await user.click(screen.getByRole('button', { name: 'Check' }));
  const fault = await screen.findByRole('alert');
  expect(fault.textContent).toContain('This part of the page could not be loaded.');
  screen.getByRole('button', { name: 'Open the page again' });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('alert');
  expect(loads).toBe(2);
  // What is closed and opened again is loaded again, without a tap more.
  await user.click(screen.getByRole('button', { name: 'Check' }));
  await user.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByText('verdict of K-1');
  expect(screen.getByLabelText<HTMLInputElement>('Vehicle number').value).toBe('LG-4821');
  expect(loads).toBe(3);
});
