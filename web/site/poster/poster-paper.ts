import type { PosterPaper } from '#contract/documents/poster-paper.ts';
import { languages } from '#contract/languages.ts';
import type { PageFrame } from '#contract/site.ts';
import { translators } from '#web/i18n/catalogues.ts';

const ENGLISH_LAST = [...languages.filter((language) => language !== 'en'), 'en' as const];

export function posterPaper({ centre, publicUrl }: PageFrame & { publicUrl: string }): PosterPaper {
  return {
    parts: ENGLISH_LAST.map((language) => ({
      language,
      market: centre.name[language],
      title: translators[language].t('poster.title'),
      text: translators[language].t('poster.text'),
    })),
    address: publicUrl,
    host: new URL(publicUrl).host,
  };
}
