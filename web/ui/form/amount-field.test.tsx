import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { AmountField } from './amount-field.tsx';

function openField(): { field: HTMLInputElement; read: () => number | string | undefined } {
  let last: number | string | undefined;
  render(
    <MantineProvider>
      <AmountField
        label="Amount"
        onChange={(value) => {
          last = value;
        }}
      />
    </MantineProvider>,
  );
  return { field: screen.getByLabelText('Amount'), read: () => last };
}

test.each([
  ['25,000.00', 25_000],
  ['1,250', 1250],
  ['1,25,000', 125_000],
  ['12,345.65', 12_345.65],
])('%s is the same amount typed and pasted', async (text, amount) => {
  const typed = openField();
  await userEvent.type(typed.field, text);
  expect(Number(typed.read())).toBe(amount);
  await userEvent.clear(typed.field);
  await userEvent.click(typed.field);
  await userEvent.paste(text);
  expect(Number(typed.read())).toBe(amount);
});
