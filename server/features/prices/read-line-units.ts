import { type Cents, cents, MAX_CENTS } from '#billing/money.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import {
  FACTOR_SCALE,
  type Factor,
  factorOf,
  readFactor,
  readUnit,
  statedUnit,
  type WrittenUnit,
  writeFactor,
} from '#contract/price-file/written-unit.ts';
import type { Unit } from '#contract/product-words.ts';
import { type Answers, type ImportQuestion, SKIP } from '../imports/read-table.ts';
import type { PriceLine } from './price-line.ts';
import type { PriceFile } from './read-price-file.ts';

export type UnitOfLine = { factor: Factor } | { question: string } | { reason: ApiMessage } | { isSkipped: true };

const SAME = FACTOR_SCALE as Factor;
/** The maximum length of a unit's name in a question, because ids and values of answers have at most 200 characters. */
const LONGEST_NAME = 150;

export class LineUnits {
  readonly #answers: Answers;
  readonly #known = new Map<string, WrittenUnit | undefined>();
  readonly #ofFile: WrittenUnit | undefined;
  readonly #asked = new Map<string, ImportQuestion>();
  readonly #hasOddUnits: (unit: Unit) => boolean;

  constructor(file: PriceFile, answers: Answers) {
    this.#answers = answers;
    const texts = [...file.above.map(({ text }) => text), ...file.lines.flatMap(({ lone }) => lone?.text ?? [])];
    const stated = new Map(texts.flatMap((text) => statedUnit(text) ?? []).map((unit) => [unit.text, unit]));
    this.#ofFile = stated.size > 1 ? unclear([...stated.keys()]) : [...stated.values()][0];
    const cells = new Set(file.lines.filter(({ hasWrongWidth }) => !hasWrongWidth).map(unitCell));
    const odd = new Map<Unit, boolean>();
    this.#hasOddUnits = (unit) => {
      const known = odd.get(unit) ?? [...cells].some((cell) => isOdd(this.#read(cell), unit));
      odd.set(unit, known);
      return known;
    };
  }

  questions(): ImportQuestion[] {
    return [...this.#asked.values()];
  }

  isUnitLine({ lone }: PriceLine): boolean {
    return lone !== undefined && statedUnit(lone.text) !== undefined;
  }

  of(
    line: PriceLine,
    { unit, heading, item }: { unit: Unit; heading: WrittenUnit | undefined; item: string },
  ): UnitOfLine {
    const cell = unitCell(line);
    const own = this.#read(cell);
    const isBlank = line.headings.unit !== undefined && own === undefined && this.#hasOddUnits(unit);
    const all = [own, heading, this.#ofFile, statedUnit(item)].filter((one) => one !== undefined);
    const factors = new Set(all.map((one) => factorOf(one, unit)));
    if (isBlank && all.length === 0) return this.#ask({ text: '', measure: undefined, size: undefined }, unit);
    const [first] = all;
    if (first === undefined) return { factor: SAME };
    if (factors.size > 1)
      return { reason: apiMessage('prices.fault.units', { text: all.map(({ text }) => text).join(', ') }) };
    return factorOf(first, unit) === SAME ? { factor: SAME } : this.#ask(first, unit);
  }

  #read(cell: string): WrittenUnit | undefined {
    if (!this.#known.has(cell)) this.#known.set(cell, readUnit(cell));
    return this.#known.get(cell);
  }

  #ask(written: WrittenUnit, unit: Unit): UnitOfLine {
    const name = written.text === '' ? '-' : written.text.toLowerCase().slice(0, LONGEST_NAME);
    const id = unit === 'kg' ? `unit:${name}` : `unit:${name}/${unit}`;
    const factor = factorOf(written, unit);
    const question = this.#asked.get(id) ?? {
      id,
      kind: 'unit' as const,
      takes_number: true,
      lines: 0,
      answer: null,
      question: apiMessage(written.text === '' ? 'prices.ask.no_unit' : 'prices.ask.unit', {
        written: written.text,
        unit: apiMessage(`prices.unit.${unit}`),
      }),
      choices: choicesOf(written, unit, factor),
    };
    const answer = this.#answers[id];
    const chosen = answer === SKIP ? SKIP : readFactor((answer ?? '').replace(new RegExp(` ?${unit}s?$`, 'i'), ''));
    this.#asked.set(id, {
      ...question,
      lines: question.lines + 1,
      answer: chosen === undefined ? null : (answer ?? null),
    });
    if (chosen === undefined) return { question: id };
    return chosen === SKIP ? { isSkipped: true } : { factor: chosen };
  }
}

function choicesOf({ text }: WrittenUnit, unit: Unit, factor: Factor | undefined): ImportQuestion['choices'] {
  const name = apiMessage(`prices.unit.${unit}`);
  return [
    ...(factor === undefined
      ? []
      : [
          {
            value: writeFactor(factor),
            label: apiMessage('prices.ask.factor', { written: text, factor: writeFactor(factor), unit: name }),
          },
        ]),
    { value: '1', label: apiMessage('prices.ask.same_unit', { unit: name }) },
    { value: SKIP, label: apiMessage('prices.ask.skip') },
  ];
}

function unitCell({ cells, headings: { unit } }: PriceLine): string {
  return unit === undefined ? '' : (cells[unit] ?? '');
}

function isOdd(written: WrittenUnit | undefined, unit: Unit): boolean {
  return written !== undefined && factorOf(written, unit) !== SAME;
}

function unclear(texts: readonly string[]): WrittenUnit {
  return { text: texts.join(', '), measure: undefined, size: undefined };
}

/** Returns the price of one unit, rounded half up to a cent. */
export function divide(price: Cents, factor: Factor): Cents | undefined {
  const whole = BigInt(price) * BigInt(FACTOR_SCALE);
  const by = BigInt(factor);
  const divided = (whole + by / 2n) / by;
  return divided > BigInt(MAX_CENTS) ? undefined : cents(Number(divided));
}
