import type { Language } from '#contract/languages.ts';
import { addInputTexts } from '#contract/messages/input-message.ts';
import { start } from './en/start.ts';
import { addMessages, currentLanguage } from './t.ts';

/** `start` before the first screen, `office` with the first page behind the sign-in. The gate's are in its bundle. */
export type LoadedGroup = 'start' | 'office';

type Texts = Record<string, string>;

const english: Record<LoadedGroup, () => Promise<Texts>> = {
  start: () => Promise.resolve(start),
  office: async () => (await import('./en/office.ts')).office,
};
/** Each is one file in the browser. */
const translated: Record<Exclude<Language, 'en'>, Record<LoadedGroup, () => Promise<Record<string, Texts>>>> = {
  si: {
    start: async () => (await import('./si/start.ts')).siStart,
    office: async () => (await import('./si/office.ts')).siOffice,
  },
  ta: {
    start: async () => (await import('./ta/start.ts')).taStart,
    office: async () => (await import('./ta/office.ts')).taOffice,
  },
};
const loading = new Map<string, Promise<void>>();

// English `start` is part of the bundle, so that a failed download can be reported.
addMessages(start, 'en');

/** English is shown where a translation is missing. */
export function loadMessages(group: LoadedGroup, language: Language = currentLanguage()): Promise<void> {
  const name = `${language}/${group}`;
  const known = loading.get(name);
  if (known !== undefined) return known;
  const load = fetchMessages(group, language).catch((error: unknown) => {
    loading.delete(name);
    throw error;
  });
  loading.set(name, load);
  return load;
}

async function fetchMessages(group: LoadedGroup, language: Language): Promise<void> {
  const files: Promise<Record<string, Texts>> = language === 'en' ? Promise.resolve({}) : translated[language][group]();
  const [fallback, own] = await Promise.all([english[group](), files]);
  addMessages(fallback, 'en');
  for (const texts of Object.values(own)) {
    addMessages(texts, language);
    addInputTexts(texts, language);
  }
}
