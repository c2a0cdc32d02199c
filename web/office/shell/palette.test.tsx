import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testProduct } from '../products/test-products.ts';
import { answerCalls, openOffice, signInAs } from '../test-office.tsx';
import { findDestinations, productDestinations, screensFor } from './palette-actions.ts';

const beans = testProduct();

test.each(['bonch', 'BEANS', 'බෝං', 'போஞ்'])('typing %s finds the product', (typed) => {
  const found = findDestinations(productDestinations([beans]), typed);
  expect(found.map(({ to }) => to)).toEqual(['/product-summary/7']);
});

test('a role is offered only the screens it may open', () => {
  const offered = screensFor('tiketing').map(({ to }) => to);
  expect(offered).toContain('/vehicle-ticketing');
  expect(offered).not.toContain('/view-products');
  expect(offered.some((path) => path.includes(':'))).toBe(false);
});

test('Ctrl+K, a few letters and Enter lead to a product', async () => {
  signInAs('editor');
  const product = Response.json(beans);
  answerCalls({ 'GET /api/products': () => Response.json([beans]), 'GET /api/products/7': () => product });
  const { user, address } = openOffice('/product-management');
  await screen.findByRole('heading', { level: 1, name: 'Product management' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('textbox', { name: 'Go to a screen or product' }), 'bonchi');
  await screen.findByText('Beans');
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(address()).toBe('/product-summary/7'));
});
