import { type Publication, publications } from '#contract/publications.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';
import { localTexts } from './map-publication.ts';

export async function askToDeletePublication(publication: Publication): Promise<boolean> {
  const isSure = await confirm({
    title: t('publications.delete.title', { topic: localTexts(publication).topic }),
    body: t('publications.delete.body'),
    action: t('publications.delete.action'),
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { message } = await api(publications.remove, { params: { id: String(publication.id) } });
    toastDone(message, 3);
    return true;
  } catch (error) {
    toastFailed(sentenceOf(error, t('publications.delete.failed')), 5);
    return false;
  }
}
