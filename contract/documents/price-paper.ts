import type { Language } from '../languages.ts';

export interface PricePaper {
  market: string;
  title: string;
  day: string;
  page: string | undefined;
  head: { number: string; item: string; min: string; max: string };
  columns: (PricePaperRow | undefined)[][];
}

export interface PricePaperRow {
  number: string;
  name: string;
  lang: Language;
  /** The unit; empty for the kilogram, which the heading mentions. */
  unit: string;
  min: string;
  max: string;
}
