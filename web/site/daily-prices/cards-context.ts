import { createContext } from 'react';
import type { ShownPrice } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';

/** How the server draws many cards at once; a browser has none, and draws them one by one. */
export const CardsContext = createContext<((rows: readonly ShownPrice[], speech: Translator) => string) | undefined>(
  undefined,
);
