import { expect } from '@playwright/test';
import { languages } from '#contract/languages.ts';
import { officePages, publicPages } from '#web/routes.ts';
import { test } from './support/market.ts';
import { type Market, startMarket } from './support/start-market.ts';

let market: Market;
test.beforeAll(async () => {
  market = await startMarket('empty', { PUBLIC_URL: 'https://pola.example' });
});
test.afterAll(() => market.stop());

async function readHeaders(path: string): Promise<{ policy: string; cacheControl: string | null }> {
  const answers = [];
  for (let time = 0; time < 4; time += 1) answers.push(await fetch(market.url + path));
  const told = answers.map(({ headers }) => ({
    ...{ path, coop: headers.get('cross-origin-opener-policy'), nosniff: headers.get('x-content-type-options') },
    ...{ referrer: headers.get('referrer-policy'), tls: headers.get('strict-transport-security') },
    ...{ policy: headers.get('content-security-policy') ?? '', cacheControl: headers.get('cache-control') },
    cookies: headers.getSetCookie(),
  }));
  const [first, ...others] = told;
  expect(others).toEqual([first, first, first]);
  expect(first).toMatchObject({
    ...{ path, coop: 'same-origin', nosniff: 'nosniff' },
    // The address of an alert contains its key.
    referrer: /^(\/(si|ta))?\/alerts/.test(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    ...{ tls: 'max-age=31536000', cookies: [] },
  });
  const policy = first?.policy ?? '';
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
    expect(`${path} ${policy};`).toContain(`${part};`);
  return { policy, cacheControl: first?.cacheControl ?? null };
}

test('a public page runs only our own files, and what is inline by its hash', async () => {
  const paths = [...Object.keys(publicPages), '/nowhere'].map((path) => path.replaceAll(/:\w+/g, '1'));
  for (const path of languages.flatMap((language) =>
    paths.map((one) => (language === 'en' ? one : `/${language}${one}`)),
  )) {
    const { policy } = await readHeaders(path);
    expect(`${path} ${policy};`).toMatch(
      /script-src 'self'( 'sha256-[^' ]+')*;.*style-src 'sha256-[^' ]+'( 'sha256-[^' ]+')*;/,
    );
    expect(`${path} ${policy}`).not.toContain('unsafe');
  }
});

test('a page of the office runs only our own files, and is not cached', async () => {
  for (const path of ['/login', ...Object.keys(officePages).map((one) => one.replaceAll(/:\w+/g, '1'))]) {
    const { policy, cacheControl } = await readHeaders(path);
    expect(`${path} ${policy};`).toContain("script-src 'self';");
    // The styles of its components are written while it runs; scripts are not.
    expect(`${path} ${policy}`.replace("style-src 'self' 'unsafe-inline'", '')).not.toContain('unsafe');
    expect([path, cacheControl]).toEqual([path, 'no-store']);
  }
});

test('the gate, the API page and error pages have the same policy', async () => {
  for (const path of [
    '/gate',
    '/gate/check/V1',
    '/api/docs',
    '/api/products',
    '/icon.svg',
    '/robots.txt',
    '/sitemap.xml',
  ])
    expect((await readHeaders(path)).policy).not.toContain('unsafe');
});
