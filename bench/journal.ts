import { addMonths, day, firstDayOf, monthOf } from '#billing/calendar.ts';
import { journalFormats } from '#contract/journal.ts';
import { type Office, proofOf } from '#scripts/demo/run-product.ts';
import { inOffice, measureOnCopy, measureTime, median, processorSeconds, type WaitingWork } from './harness.ts';
import { readLongest, watchingLoop } from './loop.ts';

const ROUNDS = 3;
const MONTHS = 60;
const TARGET_MS = 2000;
const CLOSING_TARGET_MS = 5000;
const TURN_TARGET_MS = 50;
const MEGABYTE = 1e6;

interface MonthParts {
  parts: { part: string; open: number }[];
}

/** Measures the journal of five years, before and after all months are closed, and how long it holds the event loop. */
export function measureJournal(folder: string): Promise<WaitingWork[]> {
  return watchingLoop((port) =>
    measureOnCopy(folder, (copy) =>
      inOffice(
        copy,
        async (office) => {
          await office.post('/api/admin/verify', proofOf('superadmin'));
          await reopenAll(office);
          const open = await measureFormats(office, { port, when: 'open' });
          const closing = await measureClosing(office, port);
          return [...open, ...closing, ...(await measureFormats(office, { port, when: 'closed' }))];
        },
        'superadmin',
      ),
    ),
  );
}

/** The demo has a closed month. */
async function reopenAll(office: Office): Promise<void> {
  const closings = await office.get<{ closing_id: number; reopened_at: string | null }[]>('/api/closings');
  for (const { closing_id, reopened_at } of closings)
    if (reopened_at === null)
      await office.post(`/api/closings/${closing_id}/reopen`, { reason: 'Measured open first' });
}

async function measureFormats(office: Office, { port, when }: { port: number; when: string }): Promise<WaitingWork[]> {
  const from = addMonths(firstDayOf(monthOf(day(office.today))), 1 - MONTHS);
  const figures: WaitingWork[] = [];
  for (const format of journalFormats) {
    const address = `/api/journal?from=${from}&to=${office.today}&format=${format}`;
    const texts = new Set<string>();
    const times: number[] = [];
    await readLongest(port);
    const before = processorSeconds(office.server.pid);
    for (let round = 0; round < ROUNDS; round += 1)
      times.push(await measureTime(async () => texts.add(await read(office, address))));
    const processor = (processorSeconds(office.server.pid) - before) / ROUNDS;
    const turn = await readLongest(port);
    const [text = ''] = texts;
    if (texts.size !== 1) throw new Error(`the journal as ${format} has other bytes at another time`);
    const note = `${(text.length / MEGABYTE).toFixed(1)} MB; slowest ${Math.max(...times).toFixed(0)}; ${processor.toFixed(1)} s of the processor`;
    figures.push({ what: `journal of five years, ${when}, ${format}`, ms: median(times), targetMs: TARGET_MS, note });
    figures.push({ what: 'its longest turn', ...asTurn(turn) });
  }
  return figures;
}

async function measureClosing(office: Office, port: number): Promise<WaitingWork[]> {
  const month = monthOf(addMonths(firstDayOf(monthOf(day(office.today))), -1));
  const { parts } = await office.get<MonthParts>(`/api/months/${month}`);
  const rests = Object.fromEntries(parts.filter(({ open }) => open > 0).map(({ part, open }) => [part, open]));
  let entries = 0;
  await readLongest(port);
  const ms = await measureTime(async () => {
    const address = `/api/months/${month}/close`;
    const { closing } = await office.post<{ closing: { entries: number } }>(address, { rests });
    entries = closing.entries;
  });
  const turn = await readLongest(port);
  return [
    { what: 'closing of all months', ms, targetMs: CLOSING_TARGET_MS, note: `${entries} entries` },
    { what: 'its longest turn', ...asTurn(turn) },
  ];
}

function asTurn({ clockMs, processorMs }: { clockMs: number; processorMs: number }): Omit<WaitingWork, 'what'> {
  return { ms: clockMs, targetMs: TURN_TARGET_MS, note: `${processorMs.toFixed(0)} of the processor` };
}

async function read({ server, authorization }: Office, address: string): Promise<string> {
  const answer = await fetch(server.url + address, { headers: { authorization } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${text}`);
  return text;
}
