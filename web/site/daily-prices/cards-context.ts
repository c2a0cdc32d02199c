import { createContext } from 'react';
import type { ShownPrice } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';

/** Renders many cards at once. Only the server provides it. */
export const CardsContext = createContext<((rows: readonly ShownPrice[], speech: Translator) => string) | undefined>(
  undefined,
);
