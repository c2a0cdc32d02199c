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
  /** Empty for the kilogram, which is in the head. */
  unit: string;
  min: string;
  max: string;
}
