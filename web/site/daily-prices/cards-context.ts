import { createContext } from 'react';
import type { ShownPrice } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';

export const CardsContext = createContext<((rows: readonly ShownPrice[], speech: Translator) => string) | undefined>(
  undefined,
);
