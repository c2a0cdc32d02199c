import { type Language, languages } from '#contract/languages.ts';
import type { ShownPrice } from '#contract/site.ts';
import { shownType } from '../daily-prices/filter-prices.ts';

interface BoardChoice {
  languages: readonly Language[];
  /** The product types to show; empty means all. */
  types: readonly string[];
  /** The number of columns; null means as many as fit. */
  columns: number | null;
  seconds: number;
}

interface BoardSlide {
  language: Language;
  rows: readonly ShownPrice[];
  part: number;
  parts: number;
}

const SECONDS = { least: 4, usual: 10, most: 120 };
const MOST_COLUMNS = 4;

/**
 * Reads the board's settings from the address: `?languages=si,ta&types=vegetable,fruit&columns=2&seconds=15`. Unknown
 * values have no effect.
 */
export function readBoardChoice(query: URLSearchParams, own: Language): BoardChoice {
  const listOf = (key: string) => (query.get(key) ?? '').split(',').filter(Boolean);
  const wanted = listOf('languages').flatMap((name) => languages.filter((one) => one === name));
  const columns = wholeNumber(query.get('columns'));
  const seconds = wholeNumber(query.get('seconds')) ?? SECONDS.usual;
  return {
    languages: wanted.length > 0 ? [...new Set(wanted)] : [own, ...languages.filter((one) => one !== own)],
    types: listOf('types'),
    columns: columns === null ? null : Math.min(Math.max(columns, 1), MOST_COLUMNS),
    seconds: Math.min(Math.max(seconds, SECONDS.least), SECONDS.most),
  };
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : null;
}

export function planSlides(
  rows: readonly ShownPrice[],
  { languages: shown, types }: Pick<BoardChoice, 'languages' | 'types'>,
  size: number,
): BoardSlide[] {
  const wanted = types.length === 0 ? rows : rows.filter(({ product }) => types.includes(shownType(product.type)));
  const parts = Math.max(1, Math.ceil(wanted.length / size));
  // The slides have nearly equal numbers of rows, because a last slide with one row would look like an error.
  const startOf = (part: number) => Math.ceil((part * wanted.length) / parts);
  return shown.flatMap((language) =>
    Array.from({ length: parts }, (_, at) => ({
      language,
      rows: wanted.slice(startOf(at), startOf(at + 1)),
      part: at + 1,
      parts,
    })),
  );
}

/** Returns the slide to show at the instant `nowMs`, so that boards side by side show the same slide. */
export function slideAt<Slide>(slides: readonly Slide[], seconds: number, nowMs: number): Slide | undefined {
  return slides[Math.floor(nowMs / 1000 / seconds) % slides.length];
}
