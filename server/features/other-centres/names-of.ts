import type { Language } from '#contract/languages.ts';
import type { CentreRow } from './queries.ts';

/** Returns the name of a centre in each language, in English where it has no translation. */
export function namesOf({
  name,
  name_si,
  name_ta,
}: Pick<CentreRow, 'name' | 'name_si' | 'name_ta'>): Record<Language, string> {
  return { en: name, si: name_si || name, ta: name_ta || name };
}
