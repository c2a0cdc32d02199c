import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Day, Instant } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { NEW_PHONE, type Phone } from './entries.ts';
import type { Stop } from './send-queue.ts';
import { Sender, type SendingState } from './sender.ts';
import { nextTariff, readTariffs, tariffOn, vehiclePriceAt } from './tariff.ts';

describe('sender', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  type SendResult = { stop: Stop | undefined; hasWaiting: boolean };

  const DONE: SendResult = { stop: undefined, hasWaiting: false };
  const UNREACHED = stopped('no-answer');

  function stopped(reason: Stop['reason']) {
    return { stop: { reason, message: '' }, hasWaiting: true };
  }

  function sender(send: (onSent: () => void) => Promise<SendResult>) {
    const states: SendingState['state'][] = [];
    const made = new Sender({ send, onChange: ({ state }) => states.push(state) });
    return { made, states };
  }

  test('without an answer it tries again after 1, 2, 4, 8, 16 and then every 30 seconds', async () => {
    const send = vi.fn(async () => UNREACHED);
    const { made } = sender(send);
    made.nudge();
    await vi.advanceTimersByTimeAsync(0);
    for (const [tries, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
      expect(send).toHaveBeenCalledTimes(tries + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(send).toHaveBeenCalledTimes(tries + 2);
    }
    made.stop();
  });

  test('when the network returns it tries immediately, and the pauses start again after a success', async () => {
    const send = vi.fn(async (_: () => void) => UNREACHED);
    const { made, states } = sender(send);
    made.nudge();
    await vi.advanceTimersByTimeAsync(8000);
    expect(send).toHaveBeenCalledTimes(4);
    send.mockImplementationOnce(async (onSent) => {
      onSent();
      return UNREACHED;
    });
    made.nudge();
    await vi.advanceTimersByTimeAsync(1000);
    expect(send).toHaveBeenCalledTimes(6);
    expect(states.slice(-3)).toEqual(['sending', 'pausing', 'pausing']);
    made.stop();
  });

  test('it does not show "sending" between attempts that all fail', async () => {
    const { made, states } = sender(async () => UNREACHED);
    made.nudge();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(states).toEqual(['sending', 'pausing', 'pausing', 'pausing', 'pausing']);
    made.stop();
  });

  test('an entry added while others are sent waits for the next attempt', async () => {
    const first = Promise.withResolvers<typeof DONE>();
    const second = Promise.withResolvers<typeof DONE>();
    const send = vi.fn(() => second.promise).mockReturnValueOnce(first.promise);
    const { made, states } = sender(send);
    made.nudge();
    made.nudge();
    made.nudge();
    expect(send).toHaveBeenCalledTimes(1);
    first.resolve(DONE);
    await vi.advanceTimersByTimeAsync(0);
    expect(send).toHaveBeenCalledTimes(2);
    second.resolve(DONE);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(send).toHaveBeenCalledTimes(2);
    expect(states.at(-1)).toBe('resting');
  });

  test('an attempt that hangs after another request is followed by a new one soon', async () => {
    const send = vi.fn(async () => UNREACHED);
    const { made } = sender(send);
    made.nudge();
    await vi.advanceTimersByTimeAsync(31_000);
    expect(send).toHaveBeenCalledTimes(6);
    const hanging = Promise.withResolvers<typeof UNREACHED>();
    send.mockReturnValueOnce(hanging.promise);
    made.nudge();
    made.nudge();
    hanging.resolve(UNREACHED);
    await vi.advanceTimersByTimeAsync(1000);
    expect(send).toHaveBeenCalledTimes(8);
    made.stop();
  });

  test.each(['signed-out', 'new-password', 'add-factor', 'not-allowed'] as const)(
    '%s: the entry waits for a decision of a person',
    async (reason) => {
      const send = vi.fn(async () => stopped(reason));
      const { made, states } = sender(send);
      made.nudge();
      await vi.advanceTimersByTimeAsync(120_000);
      expect(send).toHaveBeenCalledTimes(1);
      expect(states).toEqual(['sending', 'stopped']);
    },
  );

  test.each(['signed-out', 'new-password', 'add-factor', 'not-allowed'] as const)(
    'a request during an attempt that ends "%s" is followed by another attempt',
    async (reason) => {
      const hanging = Promise.withResolvers<SendResult>();
      const send = vi.fn<(onSent: () => void) => Promise<SendResult>>(async () => DONE);
      send.mockReturnValueOnce(hanging.promise);
      const { made, states } = sender(send);
      made.nudge();
      made.nudge();
      hanging.resolve(stopped(reason));
      await vi.advanceTimersByTimeAsync(0);
      expect(send).toHaveBeenCalledTimes(2);
      expect(states).toEqual(['sending', 'sending', 'resting']);
    },
  );

  test('a queue that cannot be read is tried again', async () => {
    const send = vi.fn(async () => DONE).mockRejectedValueOnce(new Error('the disk'));
    const { made, states } = sender(send);
    made.nudge();
    await vi.advanceTimersByTimeAsync(1000);
    expect(states.at(-1)).toBe('resting');
  });
});

const prices = (Van: number) => ({ Lorry: 200, Van, 'Three-Wheeler': 50, Motorbike: 20.5, Car: 50 });
const entry = (id: number, valid_from: string, Van: number) => ({
  id,
  valid_from: valid_from as Day,
  prices: prices(Van),
  passes: {},
  set_by: 'admin@example.com',
  set_at: '2026-11-01T00:00:00.000Z' as Instant,
});
const tariffs = readTariffs([
  entry(5, '2027-01-01', 160),
  entry(4, '2026-12-01', 140),
  entry(3, '2026-11-20', 120),
  entry(2, '2026-11-20', 110),
  entry(1, '2026-11-01', 100),
]);
const phone: Phone = { ...NEW_PHONE, tariffs, prices: { Van: cents(7700) } };
const vanAt = (at: string) => vehiclePriceAt(phone, { type: 'Van' }, at as Instant);

test('a ticket has the price of its own day in Colombo, from the first moment of the day', () => {
  expect(vanAt('2026-11-30T18:29:59.999Z')).toBe(12_000);
  expect(vanAt('2026-11-30T18:30:00.000Z')).toBe(14_000);
  expect(vehiclePriceAt(phone, { type: 'Motorbike' }, '2026-11-30T18:30:00.000Z' as Instant)).toBe(2050);
});

test('of several prices of a day the newest applies', () => {
  expect(tariffOn(phone, '2026-11-20' as Day)?.prices.Van).toBe(12_000);
  expect(tariffOn(phone, '2026-11-19' as Day)?.prices.Van).toBe(10_000);
});

test('before the first prices of the office, the price of the phone applies', () => {
  expect(vanAt('2026-10-31T18:29:59.999Z')).toBe(7700);
  expect(vehiclePriceAt(phone, { type: 'Lorry' }, '2026-10-31T18:29:59.999Z' as Instant)).toBeUndefined();
});

test('the next change is the soonest one, and the newest of its day', () => {
  expect(nextTariff(phone, '2026-11-21' as Day)?.prices.Van).toBe(14_000);
  expect(nextTariff(phone, '2026-11-19' as Day)?.prices.Van).toBe(12_000);
  expect(nextTariff(phone, '2027-01-01' as Day)).toBeUndefined();
});
