import { Select, Stack, Textarea, TextInput } from '@mantine/core';
import { publicationTypes } from '#contract/publications.ts';
import { Form } from '#web/ui/form/form.tsx';
import { ImageField } from '#web/ui/form/image-field.tsx';
import type { OfficeForm } from '#web/ui/form/use-office-form.ts';
import { type PublicationValues, TYPE_WORDS } from './map-publication.ts';
import { TranslationFields } from './translation-fields.tsx';

const typeChoices = publicationTypes.map((type) => ({ value: type, label: TYPE_WORDS[type].name }));

interface PublicationFormProps {
  form: OfficeForm<PublicationValues>;
  saveLabel: string;
  cancelTo: string;
  /** The picture that is stored. */
  storedImage: string | null;
}

/** The fields of a publication; type, topic and description are needed. */
export function PublicationForm({ form, saveLabel, cancelTo, storedImage }: PublicationFormProps) {
  const { inner, field } = form;
  const { value: type, onChange: onType, ...typeField } = field('type');
  return (
    <Form form={form} saveLabel={saveLabel} cancelTo={cancelTo}>
      <Stack gap="md" maw={760}>
        <Select
          label="Type"
          required
          autoFocus
          data={typeChoices}
          placeholder="Choose a type"
          maw={280}
          {...typeField}
          value={type || null}
          onChange={(chosen) => onType(chosen ?? '')}
        />
        <TextInput label="Topic" required autoComplete="off" {...field('topic')} />
        <Textarea
          label="Description"
          description="An empty line begins a new paragraph"
          required
          autosize
          minRows={5}
          maxRows={16}
          {...field('description')}
        />
        <ImageField
          label="Image"
          {...field('image')}
          value={inner.values.image}
          stored={storedImage}
          isRemoved={inner.values.isImageRemoved}
          onRemoved={(isRemoved) => inner.setFieldValue('isImageRemoved', isRemoved)}
        />
        <TranslationFields form={form} />
      </Stack>
    </Form>
  );
}
