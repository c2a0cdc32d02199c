import type { Language } from '#contract/languages.ts';
import { start } from './en/start.ts';
import { addMessages } from './t.ts';

/** `start` before the first screen, `office` with the first page behind the sign-in. The gate's are in its bundle. */
export type LoadedGroup = 'start' | 'office';

const english: Record<LoadedGroup, () => Promise<Record<string, string>>> = {
  start: () => Promise.resolve(start),
  office: async () => (await import('./en/office.ts')).office,
};
const translated = import.meta.glob<Record<string, string>>('./{si,ta}/{start,office}/*.json', {
  import: 'default',
});
const loading = new Map<string, Promise<void>>();
let current: Language = 'en';

// English `start` is part of the bundle, so that a failed download can be reported.
addMessages(start, current);

/** English is loaded first and shown where a translation is missing. Changing the language reloads the page. */
export function loadMessages(group: LoadedGroup, language: Language = current): Promise<void> {
  current = language;
  const known = loading.get(group);
  if (known !== undefined) return known;
  const load = fetchMessages(group, language).catch((error: unknown) => {
    loading.delete(group);
    throw error;
  });
  loading.set(group, load);
  return load;
}

async function fetchMessages(group: LoadedGroup, language: Language): Promise<void> {
  const own = Object.entries(translated).filter(([path]) => path.startsWith(`./${language}/${group}/`));
  for (const texts of await Promise.all([english[group](), ...own.map(([, read]) => read())]))
    addMessages(texts, language);
}
