import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { testProduct } from '../../testing/products.ts';

const ADD = 'POST /api/products';
const EDIT = 'PUT /api/products/7';
const beans = testProduct({ image: 'data:image/webp;base64,' });

beforeEach(() => signInAs('editor'));

const formOf = (body: unknown) => Object.fromEntries((body as FormData).entries());
const save = (user: UserEvent) => user.keyboard('{Control>}s{/Control}');

async function fillIn(user: UserEvent) {
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Beans');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Vegetable');
}

test('Enter moves from field to field, past a closed list of choices', { tags: ['slow'] }, async () => {
  answerCalls({});
  const { user } = openOffice('/add-product');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Beans{Enter}');
  const type = screen.getByRole('combobox', { name: 'Type' });
  expect(document.activeElement).toBe(type);
  await user.keyboard('{Enter}');
  expect(type.getAttribute('aria-expanded')).not.toBe('true');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Sinhala name' }));
});

test('name and type are required; the rest is optional', async () => {
  const sent = answerCalls({});
  const { user } = openOffice('/add-product');
  await user.click(await screen.findByRole('button', { name: 'Add product' }));
  screen.getByText('Enter the name.');
  screen.getByText('Select the type.');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  expect(sent).toHaveLength(0);
});

test('a product is added with its picture, and the form is empty for the next one', { tags: ['slow'] }, async () => {
  const answer = { message: 'Product added.', productId: 7, product: beans };
  const sent = answerCalls({ [ADD]: () => Response.json(answer, { status: 201 }) });
  const { user } = openOffice('/add-product');
  await fillIn(user);
  await user.type(screen.getByRole('textbox', { name: 'Other names' }), 'bonchi{Enter}French beans');
  const picture = new File(['x'], 'beans.png', { type: 'image/png' });
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement, picture);
  await save(user);
  await screen.findByText('Product added. Beans has ID 7.');
  const { image, ...texts } = formOf(sent[0]?.body);
  expect(texts).toEqual({
    name: 'Beans',
    type: 'vegetable',
    name_si: '',
    name_ta: '',
    unit: 'kg',
    aliases: 'bonchi\nFrench beans',
    description: '',
  });
  expect(image).toHaveProperty('name', 'beans.png');
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-of-test');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', ''));
});

test("a failed add shows the specification's message when the server has none", { tags: ['slow'] }, async () => {
  answerCalls({ [ADD]: () => new Response('', { status: 500 }) });
  const { user } = openOffice('/add-product');
  await fillIn(user);
  await save(user);
  const sentence = 'An error occurred while adding the product.';
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
});

test('a duplicate name is reported under the name', { tags: ['slow'] }, async () => {
  answerCalls({ [ADD]: () => refuse('product_exists') });
  const { user } = openOffice('/add-product');
  await fillIn(user);
  await save(user);
  await screen.findByText('A product with this name already exists.');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
});

test.each([
  ['notes.pdf', 'application/pdf', 1, 'Use a JPEG, PNG, WebP or AVIF image.'],
  ['huge.png', 'image/png', 11 * 1024 * 1024, 'Use an image no larger than 10 MB.'],
])(
  '%s cannot be sent as a picture, and a message says so immediately',
  { tags: ['slow'] },
  async (name, type, size, sentence) => {
    const sent = answerCalls({});
    const { user } = openOffice('/add-product');
    await fillIn(user);
    const file = new File(['x'], name, { type });
    Object.defineProperty(file, 'size', { value: size });
    const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
    fireEvent.change(input, { target: { files: [file] } });
    await screen.findByText(sentence);
    await save(user);
    expect(sent).toHaveLength(0);
  },
);

test('an edit starts with the stored values, sends all of them, and opens the list after 2 seconds', {
  tags: ['slow'],
}, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const sent = answerCalls({
    'GET /api/products/7': () => Response.json(beans),
    'GET /api/products': () => Response.json([beans]),
    [EDIT]: () => Response.json({ message: 'Product updated.', product: beans }),
  });
  const { user, address } = openOffice('/edit-product/7');
  const name = await screen.findByRole('textbox', { name: 'Name' });
  expect(name).toHaveProperty('value', 'Beans');
  await user.type(name, ' green');
  await user.click(screen.getByRole('button', { name: 'Remove image' }));
  await save(user);
  await screen.findByText('Product updated.');
  expect(formOf(sent.find(({ call }) => call === EDIT)?.body)).toEqual({
    name: 'Beans green',
    type: 'vegetable',
    name_si: 'බෝංචි',
    name_ta: 'போஞ்சி',
    unit: 'kg',
    code: 'BEANS',
    list_order: '40',
    aliases: 'bonchi\nFrench beans',
    description: 'Green and fresh.',
    remove_image: 'true',
  });
  vi.advanceTimersByTime(1900);
  expect(address()).toBe('/edit-product/7');
  vi.advanceTimersByTime(100);
  await waitFor(() => expect(address()).toBe('/view-products'));
});

test('an edit of a product that does not exist shows a message', async () => {
  answerCalls({ 'GET /api/products/7': () => refuse('product_not_found') });
  openOffice('/edit-product/7');
  await screen.findByText('Failed to fetch product data.');
  screen.getByText('Product not found.');
});

test("an edit that fails says 'Failed to update product.' when the server has no sentence", {
  tags: ['slow'],
}, async () => {
  answerCalls({
    'GET /api/products/7': () => Response.json(beans),
    [EDIT]: () => new Response('', { status: 500 }),
  });
  const { user } = openOffice('/edit-product/7');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 's');
  await save(user);
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to update product.');
});
