import { useEffect, useState } from 'react';
import type { Language } from '#contract/languages.ts';
import { createTranslate, type Messages, type Translator } from '#web/i18n/translate.ts';

const texts = import.meta.env.SSR
  ? {}
  : import.meta.glob<Record<string, string>>('../../i18n/*/site/{every-page,closed-days,board}.json', {
      import: 'default',
    });

export function useTranslators(own: Translator, wanted: readonly Language[]): Partial<Record<Language, Translator>> {
  const [loaded, setLoaded] = useState<Partial<Record<Language, Translator>>>({});
  const missing = wanted.filter((language) => language !== own.language && !loaded[language]).join();
  useEffect(() => {
    let isOver = false;
    for (const language of missing.split(',').filter(Boolean) as Language[])
      loadTranslator(language).then(
        (translator) => !isOver && setLoaded((before) => ({ ...before, [language]: translator })),
        (error) => console.warn(`the texts in ${language} did not load`, error),
      );
    return () => {
      isOver = true;
    };
  }, [missing]);
  return { ...loaded, [own.language]: own };
}

async function loadTranslator(language: Language): Promise<Translator> {
  const files = Object.entries(texts).filter(([path]) => path.includes(`/${language}/`));
  const parts = await Promise.all(files.map(([, load]) => load()));
  return { language, t: createTranslate(Object.assign({}, ...parts) as Messages, language) };
}
