import { Box, Button, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { publicationTypes } from '#contract/publications.ts';
import { Form } from '#web/ui/form/form.tsx';
import { ImageField } from '#web/ui/form/image-field.tsx';
import type { OfficeForm } from '#web/ui/form/use-office-form.ts';
import { type PublicationValues, TRANSLATED, TYPE_WORDS } from './map-publication.ts';

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

/** The texts in Sinhala and Tamil, folded away until somebody has them, or one of them is at fault. */
function TranslationFields({ form }: { form: OfficeForm<PublicationValues> }) {
  const { inner } = form;
  const hasTexts = TRANSLATED.some((name) => inner.values[name] !== '');
  const [isWanted, setIsWanted] = useState(hasTexts);
  // Texts may come back later, after a session that had ended.
  useEffect(() => {
    if (hasTexts) setIsWanted(true);
  }, [hasTexts]);
  const isOpen = isWanted || TRANSLATED.some((name) => inner.errors[name] !== undefined);
  const place = useId();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Box>
      <Button
        variant="subtle"
        px="xs"
        leftSection={<Chevron size={18} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={place}
        onClick={() => setIsWanted(!isOpen)}
      >
        Sinhala and Tamil texts
      </Button>
      <Text size="sm" c="dimmed" px="xs">
        Optional. Where one is missing, its readers are given the English text.
      </Text>
      <SimpleGrid id={place} cols={{ base: 1, sm: 2 }} spacing="md" mt="xs">
        {isOpen && (
          <>
            <Texts form={form} language="si" name="Sinhala" />
            <Texts form={form} language="ta" name="Tamil" />
          </>
        )}
      </SimpleGrid>
    </Box>
  );
}

interface TextsProps {
  form: OfficeForm<PublicationValues>;
  language: 'si' | 'ta';
  name: string;
}

function Texts({ form: { field }, language, name }: TextsProps) {
  return (
    <Stack gap="md">
      <TextInput label={`${name} topic`} lang={language} autoComplete="off" {...field(`topic_${language}`)} />
      <Textarea
        label={`${name} description`}
        lang={language}
        autosize
        minRows={4}
        maxRows={16}
        {...field(`description_${language}`)}
      />
    </Stack>
  );
}
