import { useEffect, useState } from 'react';
import type { Language } from '#contract/languages.ts';
import type { Namespace, Translator } from '#web/i18n/translate.ts';
import { loadTexts } from '../load-texts.ts';

const TEXTS: readonly Namespace[] = ['every-page', 'board', 'closed-days'];

export function useTranslators(own: Translator, wanted: readonly Language[]): Partial<Record<Language, Translator>> {
  const [loaded, setLoaded] = useState<Partial<Record<Language, Translator>>>({});
  const missing = wanted.filter((language) => language !== own.language && !loaded[language]).join();
  useEffect(() => {
    let isOver = false;
    for (const language of missing.split(',').filter(Boolean) as Language[])
      loadTexts(TEXTS, language).then(
        (translator) => !isOver && setLoaded((before) => ({ ...before, [language]: translator })),
        (error) => console.warn(`the texts in ${language} did not load`, error),
      );
    return () => {
      isOver = true;
    };
  }, [missing]);
  return { ...loaded, [own.language]: own };
}
