import { publications } from '#contract/publications.ts';
import { CallError } from '#web/client.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { useFormKey } from '#web/ui/form/use-form-key.ts';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';
import { Screen } from '../shell/screen.tsx';
import { askToPublish } from './ask-to-publish.ts';
import { bodyOf, newPublication, type PublicationValues, publicationRules } from './map-publication.ts';
import { PublicationForm } from './publication-form.tsx';

/** A new publication; after one is added the form is ready for the next. */
export function AddPublicationPage() {
  const { key, renew } = useFormKey();
  const form: OfficeForm<PublicationValues> = useOfficeForm({
    ...publicationRules,
    initialValues: newPublication,
    keptAs: 'new publication',
    ask: (values) => askToPublish(values, true),
    save: (values) => add(values, key),
    fallback: 'An error occurred while adding the publication.',
    onSaved: ({ message, topic }) => {
      renew();
      toastDone(`${message} “${topic}” is on the public pages.`, 5);
      form.clear();
    },
  });
  return (
    <Screen path="/add-publication">
      <PublicationForm form={form} saveLabel="Add publication" cancelTo="/publication" storedImage={null} />
    </Screen>
  );
}

/** Sends it once, however often it is asked to; a success that cannot be read is an error nobody knows. */
async function add(values: PublicationValues, idempotencyKey: string): Promise<{ message: string; topic: string }> {
  const options = { file: values.image ?? undefined, idempotencyKey };
  try {
    const { message, publication } = await api(publications.add, { body: bodyOf(values) }, options);
    return { message, topic: publication.topic };
  } catch (error) {
    throw error instanceof CallError ? error : new CallError(500, 'internal', 'Unknown error occurred.');
  }
}
