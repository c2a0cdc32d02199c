import { expect, onTestFinished, test } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import { CallError } from '#web/client.ts';
import { clearSession, storeSession } from '#web/session.ts';
import { memoryStore } from '../../testing/gate-store.ts';
import { Gate } from './gate.ts';
import { calls, type GateServer } from './gate-server.ts';
import { seenToday } from './walk.ts';

const START = '2026-11-20T00:30:00.000Z';
const STALLS = ['A-1', 'A-2'].map((shop_id) => ({ shop_id, shop_name: 'Stores', tenant_name: 'Nimal', seen: null }));

/** A server that records each entry once, over a line that can lose the request or the answer. */
class WalkServer {
  line: 'good' | 'cut' | 'answer-lost' = 'good';
  readonly recorded = new Map<string, Record<string, unknown>>();
  requests = 0;

  readonly call = (async (call: { path: string }, { body }: { body?: Record<string, unknown> }) => {
    const lost = new CallError(0, { code: 'no_answer', message: '' });
    if (this.line === 'cut') throw lost;
    if (call.path === calls.walkStalls.path) return STALLS;
    if (call.path !== calls.recordWalk.path || !body) return [];
    this.requests += 1;
    this.recorded.set(String(body.entry_key), body);
    if (this.line === 'answer-lost') throw lost;
    return { message: 'Recorded.', walk_id: this.recorded.size };
  }) as unknown as GateServer;
}

async function openPhone(server: WalkServer, clock: { now: string }) {
  const store = memoryStore();
  const session = { token: 'token', role: 'editor' as const, name: '', email: 'kamala@example.com' };
  storeSession({ ...session, mustChangePassword: false });
  const gate = await Gate.start({
    store,
    server: server.call,
    now: () => clock.now as Instant,
    runExclusively: (work) => work(),
    announce: () => undefined,
  });
  onTestFinished(() => {
    gate.stop();
    clearSession();
  });
  const sendAgain = async (done: () => boolean) => {
    await expect
      .poll(() => {
        gate.nudge();
        return done();
      })
      .toBe(true);
  };
  return { gate, store, sendAgain };
}

test('a walk of an hour without a network is sent once, with the times at which each stall was seen', async () => {
  const server = new WalkServer();
  const clock = { now: START };
  const { gate, store, sendAgain } = await openPhone(server, clock);
  await gate.loadWalk();
  server.line = 'cut';
  await gate.recordWalk({ shop: 'A-1', seen: 'trading', note: '', picture: null });
  clock.now = '2026-11-20T01:30:00.000Z';
  await gate.recordWalk({ shop: 'A-2', seen: 'other', note: 'Another board', picture: 'cGljdHVyZQ==' });
  expect(server.recorded.size).toBe(0);
  server.line = 'answer-lost';
  await sendAgain(() => server.requests >= 2);
  server.line = 'good';
  const waiting = async () => (await store.read()).entries.filter(({ state }) => state === 'waiting').length;
  await expect
    .poll(async () => {
      gate.nudge();
      return waiting();
    })
    .toBe(0);
  expect([...server.recorded.values()]).toEqual([
    expect.objectContaining({ shop_id: 'A-1', state: 'trading', seen_at: START }),
    expect.objectContaining({ shop_id: 'A-2', state: 'other', seen_at: clock.now, picture: 'cGljdHVyZQ==' }),
  ]);
  const { entries } = await store.read();
  expect(entries.map((entry) => entry.what === 'walk' && entry.picture)).toEqual([null, null]);
});

test('what this phone saw today is shown with what others saw, and yesterday is not', async () => {
  const server = new WalkServer();
  const clock = { now: START };
  const { gate } = await openPhone(server, clock);
  await gate.recordWalk({ shop: 'A-1', seen: 'closed', note: '', picture: null });
  const seen = { state: 'trading' as const, seen_at: '2026-11-20T00:10:00.000Z' as Instant };
  const list = { at: clock.now as Instant, stalls: STALLS.map((stall) => ({ ...stall, seen })) };
  const show = (now: string) => [...seenToday(list, gate.view().entries, now as Instant)];
  expect(show(START).map(([shop, { state }]) => `${shop} ${state}`)).toEqual(['A-1 closed', 'A-2 trading']);
  expect(show('2026-11-21T00:30:00.000Z')).toEqual([]);
});

test('the names of tenants leave the phone with its user', async () => {
  const { gate, store } = await openPhone(new WalkServer(), { now: START });
  await gate.loadWalk();
  expect((await store.read()).phone.walk?.stalls).toHaveLength(2);
  await gate.signOut();
  expect((await store.read()).phone.walk).toBeUndefined();
});

test('more pictures than the phone should hold are refused, and the entries without one are not', async () => {
  const server = new WalkServer();
  const { gate } = await openPhone(server, { now: START });
  server.line = 'cut';
  const see = (picture: string | null) => gate.recordWalk({ shop: 'A-1', seen: 'other', note: '', picture });
  for (let taken = 0; taken < 60; taken += 1) await see('cGljdHVyZQ==');
  await expect(see('cGljdHVyZQ==')).rejects.toThrow('Too many pictures wait on this phone.');
  await see(null);
  expect(gate.view().entries).toHaveLength(61);
});
