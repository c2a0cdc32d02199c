import { createContext } from 'react';
import type { PricesPageData, ShownPrice } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';

export interface CardsContent extends Pick<PricesPageData, 'comparisons'> {
  rows: readonly ShownPrice[];
  listBefore: PricesPageData['previous'];
}

/** Renders many cards at once. Only the server provides it. */
export const CardsContext = createContext<((content: CardsContent, speech: Translator) => string) | undefined>(
  undefined,
);
