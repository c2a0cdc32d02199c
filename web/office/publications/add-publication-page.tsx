import { publications } from '#contract/publications.ts';
import { CallError, UnreadableAnswerError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { useFormKey } from '#web/ui/form/use-form-key.ts';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { askToPublish } from './ask-to-publish.ts';
import { newPublication, type PublicationValues, publicationBodyOf, publicationRules } from './map-publication.ts';
import { PublicationForm } from './publication-form.tsx';

export function AddPublicationPage() {
  const { key, renew } = useFormKey();
  const form: OfficeForm<PublicationValues> = useOfficeForm({
    ...publicationRules,
    initialValues: newPublication,
    restoreKey: 'new publication',
    ask: (values) => askToPublish(values, true),
    save: (values) => add(values, key),
    fallback: t('publications.add.failed'),
    onSaved: ({ message, topic }) => {
      renew();
      toastDone(t('publications.add.published', { message, topic }), 5);
      form.clear();
    },
  });
  return (
    <Screen path="/add-publication">
      <PublicationForm
        form={form}
        saveLabel={t('publications.add.save')}
        cancelTo={placeOf('/publication')}
        storedImage={null}
      />
    </Screen>
  );
}

/** An answer that cannot be read is reported as an unknown error. */
async function add(values: PublicationValues, idempotencyKey: string): Promise<{ message: string; topic: string }> {
  const options = { file: values.image ?? undefined, idempotencyKey };
  try {
    const { message, publication } = await api(publications.add, { body: publicationBodyOf(values) }, options);
    return { message, topic: publication.topic };
  } catch (error) {
    throw error instanceof CallError && !(error instanceof UnreadableAnswerError)
      ? error
      : new CallError(500, { code: 'internal', message: t('publications.add.unknown') });
  }
}
