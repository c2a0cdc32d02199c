import type { Language } from '../languages.ts';

/** The poster at the gate: every text in reading order, the three languages on one sheet. */
export interface PosterPaper {
  parts: { language: Language; market: string; title: string; text: string }[];
  /** The address in the code. */
  address: string;
  /** As people type it. */
  host: string;
}
