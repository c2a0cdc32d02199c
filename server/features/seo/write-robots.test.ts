/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { writeRobots } from './routes.ts';

const OFFICE = [
  '/login',
  '/publication',
  '/edit-shop/:id',
  '/shop-summary',
  '/shop-summary/:shopId',
  '/print/invoices',
];

function mayRead(robots: string, address: string): boolean {
  const rules = robots.split('\n').flatMap((line) => {
    const [, kind, path = ''] = /^(Allow|Disallow): (\S+)$/.exec(line) ?? [];
    return kind === undefined ? [] : [{ isOpen: kind === 'Allow', path }];
  });
  const fits = (path: string) => (path.endsWith('$') ? address === path.slice(0, -1) : address.startsWith(path));
  const [longest] = rules
    .filter(({ path }) => fits(path))
    .toSorted((one, other) => other.path.length - one.path.length);
  return longest?.isOpen ?? true;
}

test.each([
  '/',
  '/si/',
  '/home-dailyprice?date=2026-11-20',
  '/product/7/chart',
  '/ta/contact',
  '/news/3',
  '/open-data',
  '/how-right',
  '/publications-of-the-year',
  '/share/si/2026-11-20.png',
  '/images/a.webp',
  '/sitemap.xml',
  '/api/docs',
  '/api/openapi.json',
  '/api/v1/prices',
  '/api/v1/years/2026/prices.csv',
])('robots.txt allows %s', (address) => {
  expect(mayRead(writeRobots(OFFICE, undefined), address)).toBe(true);
});

test.each([
  '/login',
  '/publication',
  '/edit-shop/A-1',
  '/shop-summary',
  '/shop-summary/A-1',
  '/print/invoices',
  '/api/products',
  '/api/prices/by-date/2026-11-20',
  '/api/admin/login',
])('robots.txt disallows %s', (address) => {
  expect(mayRead(writeRobots(OFFICE, undefined), address)).toBe(false);
});

test('robots.txt names the sitemap when the market has a public address', () => {
  expect(writeRobots(OFFICE, 'https://pola.example')).toMatch(/\n\nSitemap: https:\/\/pola\.example\/sitemap\.xml\n$/);
  expect(writeRobots(OFFICE, undefined)).not.toContain('Sitemap');
});
