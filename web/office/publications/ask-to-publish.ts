import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { languagesOf, type PublicationValues, TRANSLATIONS } from './map-publication.ts';

export async function askToPublish(values: PublicationValues, isNew: boolean): Promise<object | undefined> {
  const type = values.type || 'notice';
  const isSure = await confirm({
    title: t(isNew ? 'publications.publish.title' : 'publications.publish.changeTitle', { type }),
    body: t('publications.publish.body', { topic: values.topic.trim(), languages: translationNote(values) }),
    action: t(isNew ? 'publications.publish.action' : 'publications.publish.changeAction'),
  });
  return isSure ? {} : undefined;
}

function translationNote(values: PublicationValues): string {
  const written = languagesOf(values);
  const missing = TRANSLATIONS.filter((language) => !written.includes(language));
  const [first, second] = missing.map((language) => word('language', language));
  if (first === undefined) return t('publications.publish.allLanguages');
  const languages = second === undefined ? first : t('publications.publish.and', { first, second });
  return t('publications.publish.missing', { languages });
}
