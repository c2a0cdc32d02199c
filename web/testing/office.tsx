import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { act, render, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, vi } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { dashboard } from '#contract/dashboard.ts';
import { listCalls } from '#contract/every-call.ts';
import { Refusal, type RefusalCode, refusalBody } from '#contract/refusals.ts';
import type { Role } from '#contract/roles.ts';
import { session } from '#contract/session.ts';
import { tariff } from '#contract/tariff.ts';
import { listUnknownKeys } from '#contract/unknown-keys.ts';
import { storeSession } from '#web/session.ts';
import { ConfirmPlace } from '#web/ui/dialog/confirm.tsx';
import { officeRoutes } from '../office/router.tsx';
import { fastUser } from './fast-user.ts';
import { typeList } from './tickets.ts';

export interface Sent {
  call: string;
  headers: Headers;
  body: unknown;
}

type Answer = Response | Promise<Response>;

/**
 * Answers each call with the function for its method and path, such as `'GET /api/products': () => Response.json([])`.
 * A call without a function fails like a lost connection.
 */
export function answerCalls(answers: Record<string, (sent: Sent) => Answer>): Sent[] {
  const log: Sent[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const sent = { call: `${init.method} ${address}`, headers: new Headers(init.headers), body };
    // Every page makes these calls, so they fail without being logged unless the test answers them.
    if (ofEveryPage.includes(sent.call) && !answers[sent.call]) throw new TypeError('Failed to fetch');
    if (sent.call === COLUMNS && !answers[sent.call]) return Response.json({ columns: { invoices: null } });
    if (sent.call === TYPES && !answers[sent.call]) return typeList();
    if (sent.call === SETUP && !answers[sent.call]) return Response.json(NOTHING_TO_SET_UP);
    log.push(sent);
    expectVersion(sent);
    expectKnownKeys(sent);
    const answer = answers[sent.call];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer(sent);
  });
  return log;
}

export const WAITING_APPROVALS = 'GET /api/approvals?list=to-decide&limit=1';
const ofEveryPage = [WAITING_APPROVALS, `GET ${accounts.names.path}`];
const COLUMNS = `GET ${session.columns.path}`;
const TYPES = `GET ${tariff.listTypes.path}`;
const SETUP = `GET ${dashboard.setup.path}`;
const NOTHING_TO_SET_UP = { is_put_away: false, is_new: false, steps: [] };
const UNVERSIONED = [session.changePassword, session.setLanguage, session.setColumns].map(({ path }) => `PUT ${path}`);

export function expectVersion({ call, headers }: Pick<Sent, 'call' | 'headers'>): void {
  if (!call.startsWith('PUT ') || UNVERSIONED.includes(call)) return;
  if (!/^"[0-9a-f]{16}"$/.test(headers.get('if-match') ?? '')) throw new TypeError(`${call} names no version`);
}

const placesIn = (path: string) => path.split(':').length;

const callsByPlaces = listCalls().toSorted((one, other) => placesIn(one.entry.path) - placesIn(other.entry.path));
const calls = callsByPlaces.map(({ entry }) => ({
  entry,
  address: new RegExp(`^${entry.method} ${entry.path.replaceAll(/:\w+/g, '[^/?]+')}$`),
}));

/** Fails if a call has keys that the server would refuse. */
function expectKnownKeys({ call, body }: Sent): void {
  const [path = '', query] = call.split('?');
  const found = calls.find(({ address }) => address.test(path));
  if (!found) return;
  const fields = body instanceof FormData ? Object.fromEntries(body) : (body ?? {});
  const [unknown] = listUnknownKeys(found.entry, {
    query: Object.fromEntries(new URLSearchParams(query)),
    body: fields,
  });
  if (unknown) throw new TypeError(`${call} has no field ${unknown.field}`);
}

export function refuse(code: RefusalCode, more: ConstructorParameters<typeof Refusal>[1] = {}): Response {
  const refusal = new Refusal(code, more);
  return Response.json(refusalBody(refusal), { status: refusal.status });
}

export function signInAs(role: Role, mustChangePassword = false): void {
  storeSession({
    token: 'token-of-test',
    role,
    name: 'Kumari Perera',
    email: 'kumari@example.com',
    mustChangePassword,
  });
}

interface Office {
  user: UserEvent;
  address: () => string;
  back: () => Promise<void>;
}

export function openOffice(at: string): Office {
  const router = createMemoryRouter(officeRoutes(), { initialEntries: ['/', at], initialIndex: 1 });
  render(
    <MantineProvider env="test">
      <Notifications />
      <RouterProvider router={router} />
      <ConfirmPlace />
    </MantineProvider>,
  );
  return {
    user: fastUser(),
    address: () => router.state.location.pathname + router.state.location.search,
    back: () => act(async () => router.navigate(-1)),
  };
}

export function findEnabledButton(name: string, part: Pick<typeof screen, 'getByRole'> = screen): Promise<HTMLElement> {
  return waitFor(() => {
    const button = part.getByRole('button', { name });
    expect(button.getAttribute('aria-disabled')).not.toBe('true');
    return button;
  });
}
