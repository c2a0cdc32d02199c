import { screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { offeredIn } from '#web/testing/fast-user.ts';
import { showScreen } from '#web/testing/screen.tsx';
import { type Choice, ChoiceField } from './choice-field.tsx';
import { searchChoices } from './find-typed.ts';
import { SearchedChoice } from './searched-choice.tsx';

const METHODS: readonly string[] = ['Cash', 'Cheque'];

function Method({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  return <ChoiceField label="Method" placeholder="Choose" data={METHODS} value={value} onChange={setValue} />;
}

const method = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Method' });

test('what was chosen can be chosen again, and no choice leads back to nothing', async () => {
  const { user } = showScreen(<Method first="" />);
  expect([method().value, method().selectedOptions[0]?.text]).toEqual(['', 'Choose']);
  expect(offeredIn(method())).toEqual(['Cash', 'Cheque']);
  await user.selectOptions(method(), 'Cheque');
  await user.selectOptions(method(), 'Cheque');
  expect(method().value).toBe('Cheque');
  expect(offeredIn(method())).toEqual(['Cash', 'Cheque']);
});

test('a stored value that is no longer offered is shown and not replaced by the first choice', () => {
  showScreen(<Method first="Barter" />);
  expect([method().value, method().selectedOptions[0]?.text]).toEqual(['Barter', 'Barter']);
});

const SHOPS: Choice[] = [
  { value: 'A12', label: 'A12 · Onions · Nimal' },
  { value: 'A1', label: 'A1 · Leeks · Sunil' },
  { value: 'B7', label: 'B7 · Garlic · Nimal' },
];

function ShopOf({ first = '', shops = SHOPS }: { first?: string; shops?: Choice[] }) {
  const [value, setValue] = useState(first);
  return (
    <>
      <SearchedChoice label="Shop" data={shops} value={value} onChange={setValue} />
      <input aria-label="Amount" />
      <p>chosen: {value}</p>
    </>
  );
}

const shop = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Shop' });
const chosen = () => screen.getByText(/^chosen:/).textContent;

test.each([
  ['a1', 'A1'],
  [' LEEKS ', 'A1'],
  ['B7 · Garlic · Nimal', 'B7'],
])('%j that was typed and not picked is the choice when the field is left', async (text, id) => {
  const { user } = showScreen(<ShopOf />);
  await user.type(shop(), text);
  await user.tab();
  expect(chosen()).toBe(`chosen: ${id}`);
  await waitFor(() => expect(shop().value).toContain(`${id} · `));
});

test('Enter takes the exactly named first, although another begins with it', async () => {
  expect(searchChoices(SHOPS, 'a1').map(({ value }) => value)).toEqual(['A1', 'A12']);
  const { user } = showScreen(<ShopOf />);
  await user.type(shop(), 'a1');
  await user.keyboard('{Enter}');
  expect(chosen()).toBe('chosen: A1');
});

test.each(['nimal', 'B9', 'A1 Leeks and more'])(
  '%j, which names no choice or several, stays and is refused, and nothing is chosen',
  async (text) => {
    const { user } = showScreen(<ShopOf first="B7" />);
    await user.clear(shop());
    await user.type(shop(), text);
    await user.tab();
    expect(shop().value).toBe(text);
    screen.getByText(`“${text}” is not in the list. Choose an entry from the list.`);
    expect(chosen()).toBe('chosen: ');
    await user.clear(shop());
    await user.tab();
    expect([shop().value, screen.queryByText(/is not in the list/)]).toEqual(['', null]);
  },
);

function LateShops({ arrive }: { arrive: Promise<Choice[]> }) {
  const [shops, setShops] = useState<Choice[]>([]);
  useEffect(() => void arrive.then(setShops), [arrive]);
  return <ShopOf shops={shops} />;
}

test.each(['{Enter}', '{Enter}{Enter}'])('%s before the choices arrived chooses the first match', async (keys) => {
  const arriving = Promise.withResolvers<Choice[]>();
  const { user } = showScreen(<LateShops arrive={arriving.promise} />);
  await user.type(shop(), 'gar');
  await user.keyboard(keys);
  expect(chosen()).toBe('chosen: ');
  arriving.resolve(SHOPS);
  await waitFor(() => expect(chosen()).toBe('chosen: B7'));
  expect(shop().value).toBe('B7 · Garlic · Nimal');
});

test('text typed after such an Enter cancels it', async () => {
  const arriving = Promise.withResolvers<Choice[]>();
  const { user } = showScreen(<LateShops arrive={arriving.promise} />);
  await user.type(shop(), 'nim');
  await user.keyboard('{Enter}');
  await user.type(shop(), 'al');
  arriving.resolve(SHOPS);
  await screen.findByRole('option', { name: /^B7/ });
  expect(chosen()).toBe('chosen: ');
});

test('what was typed before the choices arrived counts', async () => {
  const arriving = Promise.withResolvers<Choice[]>();
  const { user } = showScreen(<LateShops arrive={arriving.promise} />);
  await user.type(shop(), 'b7');
  await user.tab();
  expect(shop().value).toBe('b7');
  arriving.resolve(SHOPS);
  await waitFor(() => expect(chosen()).toBe('chosen: B7'));
  expect(shop().value).toBe('B7 · Garlic · Nimal');
});
