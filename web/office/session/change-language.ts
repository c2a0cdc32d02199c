import type { Language } from '#contract/languages.ts';
import { showLanguage, storeLanguage } from '#web/i18n/choose-language.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';

/** Call it only before an office screen is open, because an open screen keeps the texts of its first language. */
export async function changeLanguage(language: Language): Promise<void> {
  await loadMessages('start', language);
  storeLanguage(language);
  showLanguage(language);
}
