import { type Language, languages } from '#contract/languages.ts';

/** Returns the most wanted known language, else English. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '').split(',').flatMap((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const language = languages.find((one) => tag === one || tag.startsWith(`${one}-`));
    const weight = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1);
    return language !== undefined && weight > 0 ? [{ language, weight }] : [];
  });
  return wanted.toSorted((one, other) => other.weight - one.weight)[0]?.language ?? 'en';
}
