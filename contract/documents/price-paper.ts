import type { Language } from '../languages.ts';

/** A page of the price sheet: every text, formatted, in reading order. */
export interface PricePaper {
  market: string;
  title: string;
  day: string;
  /** Only if there are several pages. */
  page: string | undefined;
  head: { number: string; item: string; min: string; max: string };
  /** A row without a price is undefined. */
  columns: (PricePaperRow | undefined)[][];
}

export interface PricePaperRow {
  number: string;
  name: string;
  lang: Language;
  /** Empty for the kilogram, which is in the head. */
  unit: string;
  min: string;
  max: string;
}
