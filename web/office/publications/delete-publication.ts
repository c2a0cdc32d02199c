import { type Publication, publications } from '#contract/publications.ts';
import { t } from '#web/i18n/t.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { localTexts } from './map-publication.ts';

export function askToDeletePublication(publication: Publication): Promise<boolean> {
  return confirmAndCall(
    {
      title: t('publications.delete.title', { topic: localTexts(publication).topic }),
      body: t('publications.delete.body'),
      action: t('publications.delete.action'),
      isDangerous: true,
    },
    {
      call: () => api(publications.remove, { params: { id: String(publication.id) } }),
      failed: t('publications.delete.failed'),
    },
  );
}
