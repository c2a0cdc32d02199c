import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dayOf, type Instant, instantOf, startOfDay } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { FakeGateServer, gateTokenOf } from '../../testing/gate-server.ts';
import { memoryStore } from '../../testing/gate-store.ts';
import {
  openShiftOf,
  rejectedEntries,
  repeatedVehicle,
  type TicketEntry,
  waitingOf,
  waitingOfOthers,
} from './entries.ts';
import type { GateStore } from './gate-store.ts';
import {
  countPrint,
  explainClosing,
  markReported,
  queueCancellations,
  queueCount,
  queueShiftClosing,
  queueShiftOpening,
  queueTickets,
} from './queue.ts';
import { sendEntry } from './send-entry.ts';
import { sendQueue } from './send-queue.ts';

const NIMAL = 'nimal@example.com';
const SUNITA = 'sunita@example.com';
const MORNING = '2026-11-20T00:30:00.000Z' as Instant;

async function phone() {
  const store = memoryStore();
  const server = new FakeGateServer();
  await store.change(async (book) => book.savePhone({ ...(await book.phone()), deviceCode: 'K' }));
  return { store, server };
}

async function phoneOnShift() {
  const { store, server } = await phone();
  await queueShiftOpening(store, cents(50_000), { by: NIMAL, at: MORNING });
  return { store, server };
}

async function issue(store: GateStore, price: 20 | 100 = 20, by = NIMAL): Promise<TicketEntry> {
  const [ticket] = await queueTickets(
    store,
    { kind: { subject: 'sanitation', price }, cents: cents(price * 100), count: 1 },
    { by, at: MORNING },
  );
  return ticket as TicketEntry;
}

function send(store: GateStore, server: FakeGateServer, by = NIMAL) {
  return sendQueue(store, by, {
    sendOne: (entry, cancelled) =>
      sendEntry(server.call, { token: gateTokenOf(by), at: MORNING }, { entry, cancelled }),
  });
}

function cancel(store: GateStore, order: number): Promise<void> {
  return queueCancellations(store, { orders: [order], reason: 'Issued by mistake' }, { by: NIMAL, at: MORNING });
}

async function close(store: GateStore, counted: number): Promise<void> {
  await queueCount(store, cents(counted), { by: NIMAL, at: MORNING });
  await queueShiftClosing(store, '', { by: NIMAL, at: MORNING });
}

async function entriesOf(store: GateStore) {
  return (await store.read()).entries;
}

test('actions at the gate reach the server in their order', async () => {
  const { store, server } = await phoneOnShift();
  await issue(store);
  const second = await issue(store, 100);
  await cancel(store, second.order);
  await queueTickets(
    store,
    { kind: { subject: 'vehicle', vehicleType: 'Lorry', vehicleNumber: 'LG-4821' }, cents: cents(10_050), count: 1 },
    {
      by: NIMAL,
      at: MORNING,
    },
  );
  await close(store, 62_050);
  expect(await send(store, server)).toEqual({ stop: undefined, hasWaiting: false });
  expect(server.heard).toEqual(['open', 'K-1', 'K-2', 'void K-2', 'K-3', 'close']);
  expect(waitingOf(await entriesOf(store), NIMAL)).toEqual({ all: 0, tickets: 0, walks: 0 });
  expect(server.stated).toEqual(['K-3']);
});

test('a closing states that its shift has no tickets, and one of an older version states nothing', async () => {
  const { store, server } = await phoneOnShift();
  await issue(store, 20, NIMAL);
  await close(store, 52_000);
  await queueShiftOpening(store, cents(0), { by: NIMAL, at: MORNING });
  await close(store, 0);
  const [first] = (await entriesOf(store)).filter((entry) => entry.what === 'closing');
  if (first?.what !== 'closing') throw new Error('The shift is open.');
  const { last, ...older } = first;
  await store.change((book) => book.save(older));
  await send(store, server);
  expect(last).toBe('K-1');
  expect(server.stated).toEqual([undefined, null]);
});

test('two tabs that issue at once never use the same number', async () => {
  const { store } = await phoneOnShift();
  const issued = await Promise.all(Array.from({ length: 20 }, () => issue(store)));
  expect(new Set(issued.map(({ number }) => number)).size).toBe(20);
  expect(issued.at(-1)?.number).toBe('K-20');
});

test('a shift that two tabs open at once is opened once', async () => {
  const { store } = await phone();
  await Promise.all([1, 2].map(() => queueShiftOpening(store, cents(0), { by: NIMAL, at: MORNING })));
  expect((await entriesOf(store)).filter(({ what }) => what === 'opening')).toHaveLength(1);
});

test('without network every entry waits, and a lost answer duplicates nothing', async () => {
  const { store, server } = await phoneOnShift();
  for (let count = 0; count < 5; count += 1) await issue(store);
  server.line = 'cut';
  expect((await send(store, server)).stop?.reason).toBe('no-answer');
  expect(waitingOf(await entriesOf(store), NIMAL)).toEqual({ all: 6, tickets: 5, walks: 0 });
  server.line = 'lost';
  await send(store, server);
  await send(store, server);
  server.line = 'good';
  await send(store, server);
  expect(server.validNumbers()).toEqual(['K-1', 'K-2', 'K-3', 'K-4', 'K-5']);
});

test('the sign-in page of a network is not taken for an answer of the server', async () => {
  const { store, server } = await phoneOnShift();
  await issue(store);
  server.line = 'portal';
  expect((await send(store, server)).stop?.reason).toBe('no-answer');
  expect(waitingOf(await entriesOf(store), NIMAL)).toEqual({ all: 2, tickets: 1, walks: 0 });
});

test('a ticket that is cancelled before it was sent is sent and then void: its number is not missing', async () => {
  const { store, server } = await phoneOnShift();
  const ticket = await issue(store);
  await cancel(store, ticket.order);
  await cancel(store, ticket.order);
  expect((await entriesOf(store)).filter(({ what }) => what === 'undoing')).toHaveLength(1);
  await send(store, server);
  expect(server.heard).toEqual(['open', 'K-1', 'void K-1']);
  expect(openShiftOf(await entriesOf(store), NIMAL)).toMatchObject({ expected: 50_000, tickets: [] });
});

test('a cancellation whose answer is lost is done once, and the retry is accepted', async () => {
  const { store, server } = await phoneOnShift();
  const ticket = await issue(store);
  await send(store, server);
  await cancel(store, ticket.order);
  server.line = 'lost';
  await send(store, server);
  server.line = 'good';
  expect(await send(store, server)).toEqual({ stop: undefined, hasWaiting: false });
  expect(server.heard.filter((each) => each.startsWith('void'))).toHaveLength(1);
  expect(rejectedEntries(await entriesOf(store))).toEqual([]);
});

test('a rejected ticket does not stop the others and remains on the phone until it is reported to the office', async () => {
  const { store, server } = await phoneOnShift();
  const old = await issue(store, 100);
  await issue(store);
  server.refused.set('K-1', 'issued_too_early');
  await send(store, server);
  expect(server.validNumbers()).toEqual(['K-2']);
  const [refused] = rejectedEntries(await entriesOf(store));
  expect(refused).toMatchObject({ number: 'K-1', refusal: { code: 'issued_too_early' } });
  expect(openShiftOf(await entriesOf(store), NIMAL)).toMatchObject({ expected: 52_000, rejected: 1 });
  await markReported(store, old.order);
  expect(rejectedEntries(await entriesOf(store))).toEqual([]);
});

test('a rejected ticket that is cancelled needs no attention, because the server never had it', async () => {
  const { store, server } = await phoneOnShift();
  const ticket = await issue(store);
  server.refused.set('K-1', 'issued_too_early');
  await send(store, server);
  await cancel(store, ticket.order);
  expect(await send(store, server)).toEqual({ stop: undefined, hasWaiting: false });
  expect(server.heard).toEqual(['open']);
  expect(rejectedEntries(await entriesOf(store))).toEqual([]);
});

test('a ticket from a fast clock waits, with its cancellation, and the others are sent', async () => {
  const { store, server } = await phoneOnShift();
  const ahead = await issue(store);
  await cancel(store, ahead.order);
  await issue(store);
  server.refused.set('K-1', 'issued_in_future');
  expect(await send(store, server)).toEqual({ stop: undefined, hasWaiting: true });
  expect(server.validNumbers()).toEqual(['K-2']);
  server.refused.clear();
  await send(store, server);
  expect(server.heard).toEqual(['open', 'K-2', 'K-1', 'void K-1']);
});

test('an ended session does not change the queue, and tickets can still be issued; the next session sends all of it', async () => {
  const { store, server } = await phoneOnShift();
  await issue(store);
  server.signedIn = undefined;
  expect((await send(store, server)).stop?.reason).toBe('signed-out');
  await issue(store);
  expect(waitingOf(await entriesOf(store), NIMAL)).toEqual({ all: 3, tickets: 2, walks: 0 });
  server.signedIn = NIMAL;
  await send(store, server);
  expect(server.validNumbers()).toEqual(['K-1', 'K-2']);
});

test("a person never sends another person's tickets", async () => {
  const { store, server } = await phoneOnShift();
  await issue(store);
  await queueShiftOpening(store, cents(0), { by: SUNITA, at: MORNING });
  await issue(store, 100, SUNITA);
  server.signedIn = SUNITA;
  await send(store, server, SUNITA);
  expect(server.tickets.map(({ number, by }) => [number, by])).toEqual([['K-2', SUNITA]]);
  expect(waitingOfOthers(await entriesOf(store), SUNITA)).toEqual(new Map([[NIMAL, 1]]));
});

test('a closing with a difference on the server is sent again with a reason', async () => {
  const { store, server } = await phoneOnShift();
  await issue(store);
  await send(store, server);
  const [ticket] = server.tickets;
  if (ticket) ticket.isVoid = true;
  await close(store, 52_000);
  await send(store, server);
  const [closing] = rejectedEntries(await entriesOf(store));
  expect(closing?.refusal?.code).toBe('difference_unexplained');
  await explainClosing(store, closing?.order ?? 0, 'The office took one back.');
  await send(store, server);
  const closed = (await entriesOf(store)).find(({ what }) => what === 'closing');
  expect(closed).toMatchObject({ state: 'sent', tickets: 0, expected: 50_000, counted: 52_000 });
  expect(closed?.key).not.toBe(closing?.key);
});

test('without a device code or an open shift no ticket is issued', async () => {
  const { store } = await phone();
  await expect(issue(store)).rejects.toThrow('open shift');
  await expect(queueShiftOpening(memoryStore(), cents(0), { by: NIMAL, at: MORNING })).rejects.toThrow('device code');
  expect(await entriesOf(store)).toEqual([]);
  expect((await store.read()).phone.last).toBe(0);
});

test('vehicles are remembered with their type, newest first and each once', async () => {
  const { store } = await phoneOnShift();
  for (const number of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'B'])
    await queueTickets(
      store,
      { kind: { subject: 'vehicle', vehicleType: 'Van', vehicleNumber: number }, cents: cents(100), count: 1 },
      {
        by: NIMAL,
        at: MORNING,
      },
    );
  const { vehicles } = (await store.read()).phone;
  expect(vehicles.map(({ number }) => number)).toEqual(['B', 'G', 'F', 'E', 'D', 'C', 'A']);
  expect(vehicles[0]).toEqual({ number: 'B', type: 'Van', at: MORNING });
});

test('sent shifts are deleted from the phone after days; waiting and rejected ones remain however old they are', async () => {
  const { store, server } = await phoneOnShift();
  await issue(store);
  await close(store, 52_000);
  await send(store, server);
  await queueShiftOpening(store, cents(0), { by: NIMAL, at: MORNING });
  await issue(store, 100);
  await close(store, 10_000);
  const later = startOfDay(addDays(dayOf(MORNING), 4));
  await queueShiftOpening(store, cents(0), { by: NIMAL, at: later });
  expect((await entriesOf(store)).map(({ what, state }) => `${what} ${state}`)).toEqual([
    'opening waiting',
    'ticket waiting',
    'closing waiting',
    'opening waiting',
  ]);
});

const events = fc.array(
  fc.constantFrom('issue', 'issue', 'issue', 'cancel', 'send', 'cut', 'lost', 'good', 'signed-out', 'signed in'),
  { maxLength: 60 },
);

test('whatever happens to the network and the session, the server finally has exactly the issued tickets', async () => {
  await fc.assert(
    fc.asyncProperty(events, async (morning) => {
      const { store, server } = await phoneOnShift();
      let last: TicketEntry | undefined;
      for (const event of morning) {
        if (event === 'issue') last = await issue(store);
        else if (event === 'cancel' && last) await cancel(store, last.order);
        else if (event === 'send') await send(store, server);
        else if (event === 'signed-out') server.signedIn = undefined;
        else if (event === 'signed in') server.signedIn = NIMAL;
        else if (event !== 'cancel') server.line = event;
      }
      server.line = 'good';
      server.signedIn = NIMAL;
      await send(store, server);
      const entries = await entriesOf(store);
      const cancelled = entries.flatMap((entry) => (entry.what === 'undoing' ? [entry.number] : []));
      const issued = entries.flatMap((entry) => (entry.what === 'ticket' ? [entry.number] : []));
      expect(server.tickets.map(({ number }) => number)).toEqual(issued);
      expect(server.validNumbers()).toEqual(issued.filter((number) => !cancelled.includes(number)));
      const sum = server.tickets.reduce((total, { cents, isVoid }) => total + (isVoid ? 0 : cents), 50_000);
      expect(openShiftOf(entries, NIMAL)?.expected).toBe(sum);
      expect(waitingOf(entries, NIMAL).all).toBe(0);
    }),
  );
});

test('a ticket whose cancellation the server rejects is counted again, and can be cancelled again', async () => {
  const { store, server } = await phoneOnShift();
  const ticket = await issue(store);
  await cancel(store, ticket.order);
  server.refused.set('void K-1', 'void_not_allowed');
  await send(store, server);
  expect(rejectedEntries(await entriesOf(store))).toMatchObject([{ what: 'undoing', number: 'K-1' }]);
  expect(openShiftOf(await entriesOf(store), NIMAL)).toMatchObject({ expected: 52_000 });
  server.refused.clear();
  await cancel(store, ticket.order);
  await send(store, server);
  expect(server.validNumbers()).toEqual([]);
  expect(openShiftOf(await entriesOf(store), NIMAL)).toMatchObject({ expected: 50_000 });
});

test('the same vehicle is found on the same day and for 10 minutes over midnight, however its number is written, unless its ticket was cancelled', async () => {
  const { store } = await phoneOnShift();
  const kind = { subject: 'vehicle', vehicleType: 'Lorry', vehicleNumber: 'WP LG-4821' } as const;
  const [ticket] = await queueTickets(store, { kind, cents: cents(10_000), count: 1 }, { by: NIMAL, at: MORNING });
  await issue(store);
  const found = async (number: string, ms: number) =>
    repeatedVehicle(await entriesOf(store), number, instantOf(Date.parse(MORNING) + ms))?.number;
  expect(await found('wplg 4821', 0)).toBe('K-1');
  const untilMidnight = Date.parse('2026-11-20T18:30:00.000Z') - Date.parse(MORNING);
  expect(await found('WP LG-4821', untilMidnight - 1)).toBe('K-1');
  expect(await found('WP LG-4821', untilMidnight)).toBeUndefined();
  expect(await found('WP LG-4822', 0)).toBeUndefined();
  await cancel(store, ticket?.order ?? 0);
  expect(await found('WP LG-4821', 0)).toBeUndefined();
});

test('a closing states how many papers of the shift are copies', async () => {
  const { store, server } = await phoneOnShift();
  const ticket = await issue(store);
  await issue(store);
  for (let count = 0; count < 3; count += 1) await countPrint(store, ticket.order);
  await queueCount(store, cents(54_000), { by: NIMAL, at: MORNING });
  await queueShiftClosing(store, '', { by: NIMAL, at: MORNING });
  await send(store, server);
  expect(server.copies).toEqual([2]);
});
