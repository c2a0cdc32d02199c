import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { listCalls } from '#contract/every-call.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { openTestOffice } from '../../testing/office.ts';

const LINK = '/api/report/monthly-income?year=2026&month=11&format=xlsx';
const PAIR = /^([\w-]+=[\w.-]*); Path=([^;]+)/;

const signIn = (app: TestApp, email: string) =>
  app.send({ method: 'POST', url: '/api/admin/login', payload: { email, password: PASSWORD } });

function cookiesOf(answer: LightMyRequestResponse): string[] {
  return [answer.headers['set-cookie'] ?? []].flat();
}

/** Returns the Cookie header that a browser would send to a path. */
function cookieFor(cookies: readonly string[], path: string): string {
  return cookies
    .flatMap((cookie) => (PAIR.exec(cookie)?.[2] === path ? (PAIR.exec(cookie)?.[1] ?? []) : []))
    .join('; ');
}

const follow = (app: TestApp, cookie: string, url = LINK) =>
  app.send({ method: 'GET', url, headers: { cookie, accept: 'text/html' } });

test('a plain link to each report opens it in the browser of a person who signed in, until the person signs out', async () => {
  const { app } = await openTestOffice();
  const answer = await signIn(app, app.emailOf('manager'));
  const cookies = cookiesOf(answer);
  for (const name of ['report', 'report2', 'report3']) {
    const path = `/api/${name}/monthly-income`;
    const opened = await follow(app, cookieFor(cookies, path), LINK.replace('/report/', `/${name}/`));
    expect(opened.statusCode, name).toBe(200);
    expect(opened.headers['content-type'], name).toContain('spreadsheet');
    expect(opened.headers['cache-control'], name).toBe('no-store');
  }
  const authorization = `Bearer ${answer.json<{ token: string }>().token}`;
  const ended = await app.send({ method: 'POST', url: '/api/admin/logout', headers: { authorization } });
  expect(cookiesOf(ended).every((cookie) => /=; .*Max-Age=0/.test(cookie))).toBe(true);
  expect(cookiesOf(ended)).toHaveLength(cookies.length);
  const later = await follow(app, cookieFor(cookies, '/api/report/monthly-income'));
  expect(later.body).toContain('/login?next=');
});

test('the cookie opens nothing but what a link opens, and never for a role without the permission', async () => {
  const { app } = await openTestOffice();
  const cookie = cookieFor(cookiesOf(await signIn(app, app.emailOf('superadmin'))), '/api/report/monthly-income');
  const others = listCalls().filter(
    ({ entry }) => entry.permission !== 'public' && entry.acceptsDownloadToken === undefined,
  );
  for (const { name, entry } of others) {
    const url = entry.path.replaceAll(/:\w+/g, '1');
    const answer = await app.send({ method: entry.method, url, headers: { cookie } });
    expect(answer.statusCode, name).toBe(401);
  }
  const ofTickets = cookieFor(cookiesOf(await signIn(app, app.emailOf('tiketing'))), '/api/report/monthly-income');
  expect((await follow(app, ofTickets)).statusCode).toBe(403);
  expect(
    (await app.send({ method: 'GET', url: LINK, headers: { cookie: 'pola-link=a.b.c; other=1' } })).statusCode,
  ).toBe(401);
});

test('scripts and other sites have no use of the cookie, and behind https it is sent only over https', async () => {
  const app = await openTestApp({ PUBLIC_URL: 'https://market.example' });
  for (const cookie of cookiesOf(await signIn(app, app.emailOf('manager')))) {
    expect(cookie).toMatch(/^__Secure-pola-link=[^;]+; Path=\/api\/[^;]+; HttpOnly; SameSite=Lax; Secure$/);
    expect(cookie).not.toContain('Domain');
  }
});
