import { useParams } from 'react-router';
import { type Publication, publications } from '#contract/publications.ts';
import { t } from '#web/i18n/t.ts';
import { useRedirect } from '#web/ui/address/use-redirect.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { askToPublish } from './ask-to-publish.ts';
import { type PublicationValues, publicationBodyOf, publicationRules, publicationValuesOf } from './map-publication.ts';
import { PublicationForm } from './publication-form.tsx';

export function EditPublicationPage() {
  const { id = '' } = useParams();
  const load = useLoad(`publication ${id}`, (signal) => api(publications.get, { params: { id } }, { signal }));
  return (
    <Screen path="/edit-publication/:id">
      <AsyncState load={load} failure={t('publications.edit.loadFailed')}>
        {(publication) => <EditForm key={publication.id} publication={publication} />}
      </AsyncState>
    </Screen>
  );
}

function EditForm({ publication }: { publication: Publication }) {
  const redirect = useRedirect();
  const params = { id: String(publication.id) };
  const form: OfficeForm<PublicationValues> = useOfficeForm({
    ...publicationRules,
    initialValues: publicationValuesOf(publication),
    restoreKey: `publication ${publication.id}`,
    ask: (values) => askToPublish(values, false),
    save: (values, seen) =>
      api(publications.edit, { params, body: publicationBodyOf(values) }, { file: values.image ?? undefined, ...seen }),
    stored: {
      call: publications.edit,
      object: publication,
      valuesOf: publicationValuesOf,
      objectOf: (saved) => saved.publication,
    },
    fallback: t('publications.edit.failed'),
    onSaved: ({ message, publication: { type } }) => {
      toastDone(message, 3);
      redirect(listOf(type), 2);
    },
  });
  return (
    <PublicationForm
      form={form}
      saveLabel={t('publications.edit.save')}
      cancelTo={listOf(publication.type)}
      storedImage={publication.image}
    />
  );
}

function listOf(type: Publication['type']): string {
  return placeOf('/view-publications', { type });
}
