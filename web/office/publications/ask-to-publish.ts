import { confirm } from '#web/ui/dialog/confirm.tsx';
import { type PublicationValues, TYPE_WORDS, translationsOf } from './map-publication.ts';

/** Asks before the public sees a publication, or sees it changed; what the form's `ask` wants. */
export async function askToPublish(values: PublicationValues, isNew: boolean): Promise<object | undefined> {
  const { one } = TYPE_WORDS[values.type || 'notice'];
  const isSure = await confirm({
    title: isNew ? `Publish ${one}?` : `Change ${one}?`,
    body: `Everybody sees “${values.topic.trim()}” on the public pages at once. ${languagesOf(values)}`,
    action: isNew ? 'Publish' : 'Save changes',
  });
  return isSure ? {} : undefined;
}

function languagesOf(values: PublicationValues): string {
  const written = translationsOf(values);
  const missing = ['Sinhala', 'Tamil'].filter((language) => !written.includes(language));
  if (missing.length === 0) return 'It is there in all three languages.';
  return `Readers of ${missing.join(' and ')} are given English where a text is missing.`;
}
