import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { reports } from '#contract/reports.ts';
import { roles } from '#contract/roles.ts';
import { expectRefusal } from '../../testing/call.ts';
import { everythingIn, openTestOffice, type TestOffice } from '../../testing/office.ts';

const LINK = '/api/report/monthly-income?year=2026&month=11&format=xlsx&ticket=';

async function ticketOf(office: TestOffice, role: (typeof roles)[number] = 'manager'): Promise<string> {
  return (await office.ask(reports.ticket, { role })).ticket;
}

function follow(office: TestOffice, ticket: string, link = LINK): Promise<LightMyRequestResponse> {
  return office.app.send({ method: 'GET', url: `${link}${ticket}` });
}

describe('a download token for a report', () => {
  test.each(['report', 'report2', 'report3'])('opens %s by a plain link, once', async (name) => {
    const office = await openTestOffice();
    const ticket = await ticketOf(office);
    const link = LINK.replace('/report/', `/${name}/`);
    expect((await follow(office, ticket, link)).statusCode).toBe(200);
    expectRefusal(await follow(office, ticket, link), 'unauthorized');
  });

  test('works once even when two requests use the link at the same moment', async () => {
    const office = await openTestOffice();
    const ticket = await ticketOf(office);
    const answers = await Promise.all([1, 2, 3, 4].map(() => follow(office, ticket)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      200, 401, 401, 401,
    ]);
  });

  test('is valid for 60 seconds, and then is reported as expired', { tags: ['slow'] }, async () => {
    const office = await openTestOffice();
    const { ticket, expires_in_seconds } = await office.ask(reports.ticket, {});
    expect(expires_in_seconds).toBe(60);
    const late = await ticketOf(office);
    office.app.clock.advance(59_999);
    expect((await follow(office, ticket)).statusCode).toBe(200);
    office.app.clock.advance(1);
    expectRefusal(await follow(office, late), 'unauthorized');
  });

  test('ends with the session that created it, and not with another', async () => {
    const office = await openTestOffice();
    const signIn = async () => {
      const payload = { email: office.app.emailOf('manager'), password: 'mango-river-42-lantern' };
      const answer = await office.app.send({ method: 'POST', url: '/api/admin/login', payload });
      return { authorization: `Bearer ${answer.json<{ token: string }>().token}` };
    };
    const first = await signIn();
    const second = await signIn();
    const made = async (headers: { authorization: string }) => {
      const answer = await office.app.send({ method: 'POST', url: '/api/report/ticket', headers });
      return answer.json<{ ticket: string }>().ticket;
    };
    const ofFirst = await made(first);
    const ofSecond = await made(second);
    await office.app.send({ method: 'POST', url: '/api/admin/logout', headers: first });
    expectRefusal(await follow(office, ofFirst), 'unauthorized');
    expect((await follow(office, ofSecond)).statusCode).toBe(200);
  });

  test('opens only what its account may read at the time of use', async () => {
    const office = await openTestOffice();
    await office.refused(reports.ticket, { role: 'tiketing' }, 'not_allowed');
    const ticket = await ticketOf(office, 'editor');
    const email = office.app.emailOf('editor');
    await office.app.database.write((tx) =>
      tx.updateTable('accounts').set({ role: 'tiketing' }).where('email', '=', email).execute(),
    );
    expectRefusal(await follow(office, ticket), 'not_allowed');
  });

  test('opens nothing but reports', async () => {
    const office = await openTestOffice();
    const ticket = await ticketOf(office);
    expectRefusal(await follow(office, ticket, '/api/shops?ticket='), 'unauthorized');
    expect((await follow(office, ticket)).statusCode).toBe(200);
  });

  test('is refused when it is in the link twice', async () => {
    const office = await openTestOffice();
    const ticket = await ticketOf(office);
    expectRefusal(await follow(office, `${ticket}&ticket=${ticket}`), 'unauthorized');
  });

  test.each([
    ['nothing', ''],
    ['a letter', 'x'],
    ['the look of a token', 'a.b.c'],
    ['SQL', "' or 1=1 --"],
    ['fifteen hundred letters', 'x'.repeat(1500)],
  ])('made of %s is refused', async (_, made) => {
    const office = await openTestOffice();
    await ticketOf(office);
    expectRefusal(await follow(office, encodeURIComponent(made)), 'unauthorized');
  });

  test('does not help beside an invalid session token, and is not used up', async () => {
    const office = await openTestOffice();
    const ticket = await ticketOf(office);
    const headers = { authorization: 'Bearer a.b.c' };
    expectRefusal(await office.app.send({ method: 'GET', url: `${LINK}${ticket}`, headers }), 'unauthorized');
    expect((await follow(office, ticket)).statusCode).toBe(200);
  });

  test('is deleted after its use or its expiry, and using the link writes nothing else', async () => {
    const office = await openTestOffice();
    await ticketOf(office, 'admin');
    office.app.clock.advance(30_000);
    const ticket = await ticketOf(office, 'manager');
    const stored = async (): Promise<Record<string, unknown[]>> => ({
      ...(await everythingIn(office.app)),
      sessions: await office.app.database.reader.selectFrom('sessions').selectAll().orderBy('id').execute(),
    });
    const before = await stored();
    expect(before.report_tickets).toHaveLength(2);
    office.app.clock.advance(31_000);
    expect((await follow(office, ticket)).statusCode).toBe(200);
    expect(await stored()).toEqual({ ...before, report_tickets: [] });
  });

  test('is not stored in plain text, and its creation is in the audit log', async () => {
    const office = await openTestOffice();
    const ticket = await ticketOf(office);
    expect(JSON.stringify(await everythingIn(office.app))).not.toContain(ticket);
    expect((await office.auditLog()).at(-1)).toMatchObject({
      event_type: 'Report Ticket Made',
      user_actioned: office.app.emailOf('manager'),
    });
  });
});

test.each(roles)('%s gets a download token if the role may read reports, as with a session token', async (role) => {
  const office = await openTestOffice();
  const { statusCode } = await office.tell(reports.ticket, { role });
  expect(statusCode).toBe(['tiketing', 'cashier'].includes(role) ? 403 : 200);
});

test('a person who opens a report without a session gets a page that links to the sign-in page, and a program gets JSON', async () => {
  const office = await openTestOffice();
  const url = `${LINK}used`;
  const opened = await office.app.send({ url, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
  expect(opened.statusCode).toBe(401);
  expect(opened.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(opened.headers['cache-control']).toBe('no-store');
  expect(opened.body).toContain('<h1>Sign in to open this file</h1>');
  expect(opened.body).toContain('<a href="/login?next=%2Freports">Sign in</a>');
  for (const accept of ['*/*', 'application/json']) {
    expectRefusal(await office.app.send({ url, headers: { accept } }), 'unauthorized');
  }
});
