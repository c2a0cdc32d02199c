import type { Language } from '../languages.ts';

export interface PosterPaper {
  parts: { language: Language; market: string; title: string; text: string }[];
  address: string;
  host: string;
}
