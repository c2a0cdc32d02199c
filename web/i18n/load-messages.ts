import english from 'virtual:texts/en/shared-start';
import type { Language } from '#contract/languages.ts';
import { addMessages, currentLanguage } from './t.ts';

/**
 * Groups of texts: `start` is loaded before the first screen, `office` with the first page after signing in. The texts
 * of the gate are in its bundle.
 */
export type LoadedGroup = 'start' | 'office';

type LoadedFile = () => Promise<{ default: Readonly<Record<string, string>> }>;

/** English `start` is in the bundle, so that a failed download can be reported. */
const files: Record<LoadedGroup, Partial<Record<Language, LoadedFile>>> = {
  start: {
    si: () => import('virtual:texts/si/shared-start'),
    ta: () => import('virtual:texts/ta/shared-start'),
  },
  office: {
    en: () => import('virtual:texts/en/office-words-forms'),
    si: () => import('virtual:texts/si/office-words-forms'),
    ta: () => import('virtual:texts/ta/office-words-forms'),
  },
};
const loading = new Map<string, Promise<void>>();

addMessages(english, 'en');

/** Loads a group of texts. English is loaded too, and shown where a translation is missing. */
export async function loadMessages(group: LoadedGroup, language: Language = currentLanguage()): Promise<void> {
  await Promise.all([loadFile(group, 'en'), loadFile(group, language)]);
}

function loadFile(group: LoadedGroup, language: Language): Promise<void> {
  const name = `${language}/${group}`;
  const known = loading.get(name);
  if (known !== undefined) return known;
  const load = addFile(group, language).catch((error: unknown) => {
    loading.delete(name);
    throw error;
  });
  loading.set(name, load);
  return load;
}

async function addFile(group: LoadedGroup, language: Language): Promise<void> {
  const file = await files[group][language]?.();
  if (file) addMessages(file.default, language);
}
