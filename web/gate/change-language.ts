import type { Language } from '#contract/languages.ts';
import { showLanguage, storeLanguage } from '#web/i18n/choose-language.ts';
import { gateMessages } from '#web/i18n/en/gate.ts';
import { addMessages } from '#web/i18n/t.ts';

/** The worker keeps these beside the program, which contains English. */
const translated = {
  si: async () => (await import('#web/i18n/si/gate.ts')).siGate,
  ta: async () => (await import('#web/i18n/ta/gate.ts')).taGate,
};

addMessages(gateMessages, 'en');

export async function changeGateLanguage(language: Language): Promise<void> {
  await showGateIn(language);
  storeLanguage(language);
}

export async function showGateIn(language: Language): Promise<void> {
  const own = language === 'en' ? {} : await translated[language]();
  for (const texts of Object.values(own)) addMessages(texts, language);
  showLanguage(language);
}
