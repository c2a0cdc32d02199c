import { Button, Fieldset, SimpleGrid, Text, Textarea, type TextareaProps, TextInput } from '@mantine/core';
import { type CSSProperties, memo, type ReactNode, useState } from 'react';
import { languages } from '#contract/languages.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { useHasRoom } from '../phone-only.tsx';
import type { FormValues } from './form-values.ts';
import type { OfficeForm } from './use-office-form.ts';

interface TextFieldsProps<Values extends FormValues> {
  form: OfficeForm<Values>;
  /** The path of the texts in the form: `services.2.title`. */
  path: string;
  label: string;
  hint?: string;
  required?: boolean;
  rows?: number;
}

export function TextFields<Values extends FormValues>({ form, path, ...row }: TextFieldsProps<Values>) {
  return <TextRow {...row} fields={languages.map((language) => form.field(`${path}.${language}`))} />;
}

interface TextRowProps extends Pick<TextFieldsProps<FormValues>, 'label' | 'hint' | 'required' | 'rows'> {
  fields: readonly ReturnType<OfficeForm<FormValues>['field']>[];
}

/**
 * One text in three languages. A form may have fifty of them, and a key press renders only one. On a phone the other
 * languages are below a button, which a fault in one of them opens.
 */
const TextRow = memo(function PlainTextRow({ label, hint, required = false, rows, fields }: TextRowProps) {
  const hasRoom = useHasRoom();
  const [isOpen, setIsOpen] = useState(false);
  const isWhole = hasRoom || isOpen || fields.some(({ error }, at) => at > 0 && error);
  const [first] = languages;
  return (
    <div>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        {(isWhole ? languages : [first]).map((language, at) => {
          const own = {
            label: t('ui.texts.inLanguage', { label, language: word('language', language) }),
            required: required && language === 'en',
            lang: language,
            autoComplete: 'off',
            ...fields[at],
          };
          if (rows === undefined) return <TextInput key={language} {...own} />;
          return <LongTextField key={language} rows={rows} {...own} />;
        })}
      </SimpleGrid>
      {!isWhole && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('ui.texts.othersOf', { label })}
          onClick={() => setIsOpen(true)}
        >
          {t('ui.texts.others')}
        </Button>
      )}
      {hint !== undefined && <Hint text={hint} />}
    </div>
  );
}, isSameRow);

function isSameRow(before: TextRowProps, now: TextRowProps): boolean {
  if (before.label !== now.label) return false;
  return now.fields.every(
    ({ value, error }, at) => before.fields[at]?.value === value && before.fields[at]?.error === error,
  );
}

/**
 * A field of several lines, which grows with its text (.long-text in office.css). `rows` are its fewest, except on a phone. Mantine's
 * `autosize` is not used, because it lays the page out anew for each field.
 */
export function LongTextField({ rows = 2, ...props }: Omit<TextareaProps, 'autosize' | 'minRows' | 'maxRows'>) {
  const shown = useHasRoom() ? rows : 1;
  const style = { '--rows': shown } as CSSProperties;
  return <Textarea rows={shown} classNames={{ input: 'long-text' }} style={style} {...props} />;
}

export function Hint({ text }: { text: string }) {
  return (
    <Text size="xs" c="dimmed" mt="var(--space-2)">
      {text}
    </Text>
  );
}

export function EditableFor({ isWriter, children }: { isWriter: boolean; children: ReactNode }) {
  return (
    <Fieldset variant="unstyled" m={0} disabled={!isWriter}>
      {children}
    </Fieldset>
  );
}
