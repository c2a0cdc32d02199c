import { expect, test } from 'vitest';
import { loginAddress, nextPage } from './next-page.ts';

test('after sign-in the requested page opens with its filters', () => {
  expect(nextPage('/view-products?search=beans', 'admin')).toBe('/view-products?search=beans');
  expect(nextPage('/edit-product/7', 'editor')).toBe('/edit-product/7');
});

test.each([
  null,
  '',
  'https://evil.example/view-products',
  '//evil.example/view-products',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https:/evil.example',
  '/%2f/evil.example',
  '//view-products',
  ' //evil.example',
  'JavaScript:alert(1)',
  'data:text/html,x',
  '/\t/evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  '/login',
  '/home-dailyprice',
  '/no-such-screen',
])('%j leads to the first page of the role, because it is not a page of this office', (next) => {
  expect(nextPage(next, 'admin')).toBe('/admin-dashboard');
  expect(nextPage(next, 'editor')).toBe('/add-dailyprice');
});

test('the login page remembers the page before, except itself', () => {
  expect(loginAddress('/view-products?page=2')).toBe('/login?next=%2Fview-products%3Fpage%3D2');
  expect(loginAddress('/login?next=%2Fx')).toBe('/login');
});
