import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readPaper, StubPrinter } from '#web/testing/stub-printer.ts';
import { TicketPrinter } from './ticket-printer.ts';

const CHOICE = { kind: 'bluetooth', baudRate: 9600, hasCutter: false } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function connected() {
  const stub = new StubPrinter();
  const printer = new TicketPrinter(stub.open);
  await printer.connect(CHOICE, true);
  const printed: string[] = [];
  /** A job whose picture has as many black rows as its number says, and one more row if it is a copy. */
  const job = (number: number) => ({
    number: `K-${number}`,
    draw: async (isAgain: boolean) => ({
      width: 384,
      rows: new Array<Uint8Array>(number + (isAgain ? 500 : 0)).fill(new Uint8Array(48).fill(255)),
    }),
    onPrinted: async () => void printed.push(`K-${number}`),
  });
  /** The rows of each ticket on the paper. */
  const heights = () => {
    const lines = readPaper(Uint8Array.from(stub.bytes)).rows.map(({ length }) => length > 0);
    const all: number[] = [];
    for (const [at, isBlack] of lines.entries()) {
      if (isBlack && !lines[at - 1]) all.push(0);
      if (isBlack) all.push((all.pop() ?? 0) + 1);
    }
    return all;
  };
  return { stub, printer, printed, job, heights };
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('tickets are printed one after the other, each once', async () => {
  const { printer, printed, job, heights } = await connected();
  for (const number of [30, 10, 250]) printer.print(job(number));
  expect(printer.state()).toMatchObject({ waiting: ['K-30', 'K-10', 'K-250'] });
  await wait(1000);
  expect(heights()).toEqual([30, 10, 250]);
  expect(printed).toEqual(['K-30', 'K-10', 'K-250']);
  expect(printer.state()).toEqual({ state: 'ready', name: 'Stub 58', waiting: [], missed: 0 });
});

test('without paper a ticket waits, and is printed when there is paper', async () => {
  const { stub, printer, printed, job } = await connected();
  stub.hasPaper = false;
  printer.print(job(5));
  await wait(10_000);
  expect(printer.state()).toMatchObject({ state: 'no-paper', waiting: ['K-5'] });
  stub.hasPaper = true;
  await wait(3000);
  expect(printer.state()).toMatchObject({ state: 'ready', waiting: [] });
  expect(printed).toEqual(['K-5']);
});

test('a printer that goes off is opened again, and the ticket of which a part is on paper says that it is a copy', async () => {
  const { stub, printer, printed, job, heights } = await connected();
  stub.offAfter = 2000;
  printer.print(job(60));
  printer.print(job(20));
  await wait(100);
  expect(printer.state()).toMatchObject({ state: 'away', waiting: ['K-60', 'K-20'] });
  stub.bytes.length = 0;
  stub.isOff = false;
  await wait(30_000);
  expect(heights()).toEqual([560, 20]);
  expect(printed).toEqual(['K-60', 'K-20']);
  expect(stub.opened).toBe(2);
});

test('a printer that takes no bytes for five seconds has lost its link', async () => {
  const { stub, printer, job } = await connected();
  stub.answers = false;
  printer.print(job(5));
  await wait(1000);
  stub.isStalled = true;
  printer.print(job(6));
  await wait(4000);
  expect(printer.state().state).toBe('printing');
  await wait(1500);
  expect(printer.state()).toMatchObject({ state: 'away', waiting: ['K-6'] });
  stub.isStalled = false;
  await wait(5000);
  expect(printer.state()).toMatchObject({ state: 'ready', waiting: [] });
});

test('a printer that does not answer is not asked for its paper again', async () => {
  const { stub, printer, printed, job } = await connected();
  stub.answers = false;
  printer.print(job(5));
  await wait(500);
  printer.print(job(6));
  await wait(10);
  expect(printed).toEqual(['K-5', 'K-6']);
});

test('after forty tries nothing is tried until somebody asks', async () => {
  const { stub, printer, job } = await connected();
  stub.switchOff();
  printer.print(job(5));
  await wait(3_600_000);
  expect(printer.state()).toMatchObject({ state: 'stopped', waiting: ['K-5'] });
  stub.isOff = false;
  await wait(3_600_000);
  expect(stub.opened).toBe(1);
  printer.retry();
  await wait(100);
  expect(printer.state()).toMatchObject({ state: 'ready', waiting: [] });
});

test('after forty questions about paper nothing is asked until somebody says that there is some', async () => {
  const { stub, printer, job } = await connected();
  stub.hasPaper = false;
  printer.print(job(5));
  await wait(3_600_000);
  expect(printer.state().state).toBe('stopped');
  stub.hasPaper = true;
  printer.retry();
  await wait(100);
  expect(printer.state()).toMatchObject({ state: 'ready', waiting: [] });
});

test('fifty tickets wait; more are counted, and all can be forgotten', async () => {
  const { stub, printer, job } = await connected();
  stub.switchOff();
  await wait(10);
  for (let number = 1; number <= 53; number += 1) expect(printer.print(job(number))).toBe(number <= 50);
  expect(printer.state()).toMatchObject({ missed: 3 });
  expect(printer.state().waiting).toHaveLength(50);
  printer.forget();
  expect(printer.state()).toMatchObject({ missed: 0, waiting: [] });
});

test('a ticket that cannot be drawn is counted as not printed, and the next one is printed', async () => {
  const { printer, printed, job } = await connected();
  printer.print({ ...job(5), draw: () => Promise.reject(new Error('no such ticket')) });
  printer.print(job(6));
  await wait(1000);
  expect(printed).toEqual(['K-6']);
  expect(printer.state()).toMatchObject({ state: 'ready', waiting: [], missed: 1 });
});

test('a printer that was removed is not opened again', async () => {
  const { stub, printer, job } = await connected();
  stub.switchOff();
  await wait(10);
  printer.print(job(5));
  await printer.disconnect();
  stub.isOff = false;
  await wait(60_000);
  expect(stub.opened).toBe(1);
  expect(printer.state()).toEqual({ state: 'none', name: '', waiting: [], missed: 0 });
});

test('a failure while somebody connects is reported, and leaves no printer', async () => {
  const stub = new StubPrinter();
  stub.isOff = true;
  const printer = new TicketPrinter(stub.open);
  await expect(printer.connect(CHOICE, true)).rejects.toThrow('off');
  expect(printer.state().state).toBe('none');
});

test('a browser that does not remember the device waits for a tap', async () => {
  const printer = new TicketPrinter(async () => undefined);
  await printer.connect(CHOICE, false);
  expect(printer.state().state).toBe('stopped');
});
