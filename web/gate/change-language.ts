import english from 'virtual:texts/en/shared-gate';
import type { Language } from '#contract/languages.ts';
import { showLanguage, storeLanguage } from '#web/i18n/choose-language.ts';
import { addMessages } from '#web/i18n/t.ts';

/** The texts in Sinhala and Tamil, which the service worker caches with the program. English is part of the program. */
const translated = {
  si: () => import('virtual:texts/si/shared-gate'),
  ta: () => import('virtual:texts/ta/shared-gate'),
};

addMessages(english, 'en');

export async function changeGateLanguage(language: Language): Promise<void> {
  await showGateIn(language);
  storeLanguage(language);
}

export async function showGateIn(language: Language): Promise<void> {
  if (language !== 'en') addMessages((await translated[language]()).default, language);
  showLanguage(language);
}
