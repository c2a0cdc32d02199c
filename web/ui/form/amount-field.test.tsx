import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { AmountField, type TypedAmount } from './amount-field.tsx';

/** A form with the field, and a button that puts another amount into it. */
function Form({ onAmount }: { onAmount: (amount: TypedAmount) => void }) {
  const [amount, setAmount] = useState<TypedAmount>('');
  const change = (next: TypedAmount) => {
    setAmount(next);
    onAmount(next);
  };
  return (
    <MantineProvider>
      <AmountField label="Amount" value={amount} onChange={change} />
      <button type="button" onClick={() => setAmount(1_250_000.5)}>
        Whole invoice
      </button>
    </MantineProvider>
  );
}

function openForm(): { field: HTMLInputElement; read: () => TypedAmount | undefined } {
  let last: TypedAmount | undefined;
  render(
    <Form
      onAmount={(amount) => {
        last = amount;
      }}
    />,
  );
  return { field: screen.getByLabelText('Amount'), read: () => last };
}

test.each([
  ['25,000.00', 25_000, '25,000.00'],
  ['1,250', 1250, '1,250'],
  ['1,25,000', 125_000, '125,000'],
  ['Rs. 1,250.00', 1250, '1,250.00'],
  ['LKR 90', 90, '90'],
  ['12345.65', 12_345.65, '12,345.65'],
])('%s typed, pasted and dropped is the same amount, and grouped on leaving the field', async (text, amount, shown) => {
  const { field, read } = openForm();
  await userEvent.type(field, text);
  expect(read()).toBe(amount);
  expect(field.value).toBe(text);
  await userEvent.tab();
  expect(field.value).toBe(shown);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
  expect(read()).toBe(amount);
});

describe('what is not an amount', () => {
  test.each(['1250,50', '1.250,00', '1e5', 'twenty', '1-5'])(
    '%s stays as typed and is handed on as it is',
    async (text) => {
      const { field, read } = openForm();
      await userEvent.type(field, text);
      await userEvent.tab();
      expect(read()).toBe(text);
      expect(field.value).toBe(text);
    },
  );
});

test('an amount below zero is handed on as such, not without its sign', async () => {
  const { field, read } = openForm();
  await userEvent.type(field, '-500');
  expect(read()).toBe(-500);
});

test('an amount that the form puts in replaces what was typed', async () => {
  const { field } = openForm();
  await userEvent.type(field, '12.');
  await userEvent.click(screen.getByRole('button', { name: 'Whole invoice' }));
  expect(field.value).toBe('1,250,000.5');
});

/** Ways to enter a text. Autofill and drop set the whole text in one step. */
const WAYS = {
  typed: (user: UserEvent, field: HTMLInputElement, text: string) => user.type(field, text),
  pasted: async (user: UserEvent, field: HTMLInputElement, text: string) => {
    await user.click(field);
    await user.paste(text);
  },
  filled: async (_user: UserEvent, field: HTMLInputElement, text: string) => {
    fireEvent.change(field, { target: { value: text } });
  },
} as const;

const MEANT = [
  '25,000.00',
  '25000',
  '25000.',
  '25,000',
  '+25000',
  '25000.0',
  '25\u00a0000',
  '25\u202f000.00',
  'Rs. 25,000.00',
  'Rs25000/=',
  'Rs.25,000/-',
  'rs 25000',
  'LKR 25,000',
  '25,000 LKR',
  'SLR 25000',
  'රු. 25,000',
  'රු 25000',
  'ரூ. 25,000',
  'ரூ25000',
  '₨ 25,000',
  '２５０００',
  '௨௫௦௦௦',
  '٢٥٠٠٠',
  ' 25000 ',
];
const REFUSED = [
  '1e5',
  '0x10',
  '1.250,00',
  '1250,50',
  '25.000',
  '1,25',
  '12.345',
  '1..2',
  '1,2,3',
  '--5',
  '(500)',
  '5-6',
  '½',
  '25²',
  'ten',
  'Infinity',
  '$25',
  '25%',
  '380\t400',
  '1  250',
  '1/2',
];

describe.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('%s', (way) => {
  test('an amount in any spelling is the amount that is meant', { tags: ['slow'] }, async () => {
    const { field, read } = openForm();
    const user = userEvent.setup();
    for (const text of MEANT) {
      await user.clear(field);
      await WAYS[way](user, field, text);
      expect([text, read()]).toEqual([text, 25_000]);
      await user.tab();
      expect(field.matches('[aria-invalid=true]')).toBe(false);
      expect(field.value).toMatch(/^25,000(\.0*)?$/);
    }
  });

  test('other text stays, is never a number, and the field says why', { tags: ['slow'] }, async () => {
    const { field, read } = openForm();
    const user = userEvent.setup();
    for (const text of REFUSED) {
      await user.clear(field);
      await WAYS[way](user, field, text);
      await user.tab();
      expect([field.value, read()]).toEqual([text, text]);
      expect(field.getAttribute('aria-invalid')).toBe('true');
      screen.getByText(/could not be read/);
    }
  });
});
