import type { Day } from '#billing/calendar.ts';
import { foldText } from '#contract/fold-text.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import type { ImportQuestion } from './ask-questions.ts';
import type { PriceFile, PriceLine } from './read-price-file.ts';
import { findDayText, readWrittenDay, type WrittenDay } from './read-written-day.ts';

export type DayOfLine = { date: Day } | { reason: ApiMessage } | { question: 'order' };

export interface LineDays {
  of: (line: PriceLine) => DayOfLine;
  isDayLine: (line: PriceLine) => boolean;
  question: ImportQuestion | undefined;
  notes: ApiMessage[];
  hasDays: boolean;
}

type Order = 'day-first' | 'month-first';
const DITTO = new Set(['"', '″', '〃', '”', "''", 'do', 'do.', 'ditto', '-do-']);
const LONGEST_DITTO = 5;

export function readLineDays(
  { lines, above }: PriceFile,
  { order, date }: { order: string | undefined; date: Day | undefined },
): LineDays {
  const written = new Map<string, WrittenDay>();
  const read = (text: string): WrittenDay => {
    const known = written.get(text) ?? readWrittenDay(text);
    written.set(text, known);
    return known;
  };
  const titles = new Set(above.flatMap(({ text }) => findDayText(text) ?? []));
  const [title] = titles.size === 1 ? titles : [];
  const textOf = new Map<PriceLine, string>();
  const dayLines = new Set<PriceLine>();
  let last = title;
  let carried = 0;
  let headings = lines[0]?.headings;
  for (const line of lines) {
    if (line.headings !== headings) last = undefined;
    headings = line.headings;
    const own = dayCell(line);
    const block = line.lone && line.lone.at !== line.headings.date ? findDayText(line.lone.text) : undefined;
    if (block !== undefined) dayLines.add(line);
    if (own === '' && block === undefined && line.headings.date !== undefined && last !== undefined) carried += 1;
    last = block ?? (own === '' ? last : own);
    if (last !== undefined) textOf.set(line, last);
  }
  for (const text of new Set(textOf.values())) read(text);
  const facts = judgeOrder(written);
  const chosen = facts.proven ?? (order === 'day-first' || order === 'month-first' ? order : undefined);
  return {
    of: (line) => dayOfLine(textOf.get(line), { read, chosen, date }),
    isDayLine: (line) => dayLines.has(line),
    question:
      facts.proven || !facts.doubtful
        ? undefined
        : askOrder(facts.doubtful, { written, order: chosen, count: facts.count }),
    notes: notesOf({
      written,
      carried,
      title: title !== undefined && lines.some((line) => textOf.get(line) === title) ? title : undefined,
      proven: facts.doubtful || facts.proven === 'month-first' ? facts : undefined,
    }),
    hasDays: textOf.size > 0,
  };
}

function dayCell({ cells, headings: { date } }: PriceLine): string {
  const text = date === undefined ? '' : (cells[date] ?? '');
  return text.length <= LONGEST_DITTO && DITTO.has(foldText(text)) ? '' : text;
}

function dayOfLine(
  text: string | undefined,
  { read, chosen, date }: { read: (text: string) => WrittenDay; chosen: Order | undefined; date: Day | undefined },
): DayOfLine {
  if (text === undefined) return date === undefined ? { reason: apiMessage('prices.fault.no_date') } : { date };
  const { dayFirst, monthFirst } = read(text);
  const only = dayFirst ?? monthFirst;
  if (only === undefined) return { reason: apiMessage('prices.fault.date') };
  if (dayFirst === undefined || monthFirst === undefined || dayFirst === monthFirst) return { date: only };
  if (chosen === undefined) return { question: 'order' };
  return { date: chosen === 'day-first' ? dayFirst : monthFirst };
}

interface OrderFacts {
  doubtful: string | undefined;
  proven: Order | undefined;
  proof: string | undefined;
  count: number;
}

/** A figure above 12 is not a month. A file with a proof of each order proves neither. */
function judgeOrder(written: ReadonlyMap<string, WrittenDay>): OrderFacts {
  const all = [...written];
  const doubtful = all.filter(([, { dayFirst, monthFirst }]) => dayFirst && monthFirst && dayFirst !== monthFirst);
  const [dayProof] = all.find(([, { dayFirst, monthFirst }]) => dayFirst && !monthFirst) ?? [];
  const [monthProof] = all.find(([, { dayFirst, monthFirst }]) => monthFirst && !dayFirst) ?? [];
  const isProven = (dayProof === undefined) !== (monthProof === undefined);
  const proven = dayProof === undefined ? 'month-first' : 'day-first';
  return {
    doubtful: doubtful[0]?.[0],
    proven: isProven ? proven : undefined,
    proof: dayProof ?? monthProof,
    count: doubtful.length,
  };
}

function askOrder(
  text: string,
  { written, order, count }: { written: ReadonlyMap<string, WrittenDay>; order: Order | undefined; count: number },
): ImportQuestion {
  const { dayFirst, monthFirst } = written.get(text) ?? {};
  const choices = [
    { value: 'day-first', date: dayFirst, key: 'prices.ask.day_first' },
    { value: 'month-first', date: monthFirst, key: 'prices.ask.month_first' },
  ] as const;
  return {
    id: 'order',
    kind: 'order',
    question: apiMessage('prices.ask.order', { text }),
    choices: choices.flatMap(({ value, date, key }) =>
      date === undefined ? [] : [{ value, label: apiMessage(key, { date: { day: date } }) }],
    ),
    takes_number: false,
    lines: count,
    answer: order ?? null,
  };
}

function notesOf({
  written,
  carried,
  title,
  proven,
}: {
  written: ReadonlyMap<string, WrittenDay>;
  carried: number;
  title: string | undefined;
  proven: OrderFacts | undefined;
}): ApiMessage[] {
  const serial = [...written].find(([, { isSerial }]) => isSerial);
  const titleDay = title === undefined ? undefined : written.get(title)?.dayFirst;
  return [
    ...(carried > 0 ? [apiMessage('prices.note.carried', { count: carried })] : []),
    ...(titleDay ? [apiMessage('prices.note.title_day', { date: { day: titleDay } })] : []),
    ...(serial?.[1].dayFirst
      ? [apiMessage('prices.note.serial', { text: serial[0], date: { day: serial[1].dayFirst } })]
      : []),
    ...(proven?.proven
      ? [
          apiMessage(`prices.note.${proven.proven === 'day-first' ? 'day_first' : 'month_first'}`, {
            text: proven.proof ?? '',
          }),
        ]
      : []),
  ];
}
