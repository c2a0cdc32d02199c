import type { Language } from '#contract/languages.ts';
import { showLanguage, storeLanguage } from '#web/i18n/choose-language.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';

/** Changes it only before an office screen is open: a screen keeps texts of the language that it was opened in. */
export async function changeLanguage(language: Language): Promise<void> {
  await loadMessages('start', language);
  storeLanguage(language);
  showLanguage(language);
}
