import IconChevronDown from 'virtual:icons/chevron-down';
import IconChevronRight from 'virtual:icons/chevron-right';
import { Box, Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { publicationTypes } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { word, wordChoices } from '#web/i18n/word.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { ImageField } from '#web/ui/form/image-field.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import type { OfficeForm } from '#web/ui/form/use-office-form.ts';
import { type PublicationValues, TRANSLATED } from './map-publication.ts';

interface PublicationFormProps {
  form: OfficeForm<PublicationValues>;
  saveLabel: string;
  cancelTo: string;
  storedImage: string | null;
}

export function PublicationForm({ form, saveLabel, cancelTo, storedImage }: PublicationFormProps) {
  const { inner, field } = form;
  return (
    <Form form={form} saveLabel={saveLabel} cancelTo={cancelTo}>
      <Stack gap="md" maw={760}>
        <ChoiceField
          label={t('publications.form.type')}
          required
          autoFocus
          data={wordChoices('publication', publicationTypes)}
          placeholder={t('publications.form.chooseType')}
          maw={280}
          {...field('type')}
        />
        <TextInput label={t('publications.form.topic')} required autoComplete="off" {...field('topic')} />
        <LongTextField
          label={t('publications.form.description')}
          description={t('publications.form.descriptionHint')}
          required
          rows={5}
          {...field('description')}
        />
        <ImageField
          label={t('publications.form.image')}
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

function TranslationFields({ form }: { form: OfficeForm<PublicationValues> }) {
  const { inner } = form;
  const hasTexts = TRANSLATED.some((name) => inner.values[name] !== '');
  const [isWanted, setIsWanted] = useState(hasTexts);
  // The fields are also shown when unsaved texts in them are restored after a session has ended.
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
        {t('publications.form.translations')}
      </Button>
      <Text size="sm" c="dimmed" px="xs">
        {t('publications.form.translationsHint')}
      </Text>
      <SimpleGrid id={place} cols={{ base: 1, sm: 2 }} spacing="md" mt="xs">
        {isOpen && (
          <>
            <Texts form={form} language="si" />
            <Texts form={form} language="ta" />
          </>
        )}
      </SimpleGrid>
    </Box>
  );
}

interface TextsProps {
  form: OfficeForm<PublicationValues>;
  language: 'si' | 'ta';
}

function Texts({ form: { field }, language }: TextsProps) {
  const name = word('language', language);
  return (
    <Stack gap="md">
      <TextInput
        label={t('publications.form.translatedTopic', { language: name })}
        lang={language}
        autoComplete="off"
        {...field(`topic_${language}`)}
      />
      <LongTextField
        label={t('publications.form.translatedDescription', { language: name })}
        lang={language}
        rows={4}
        {...field(`description_${language}`)}
      />
    </Stack>
  );
}
