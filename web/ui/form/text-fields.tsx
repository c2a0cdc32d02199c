import { Fieldset, SimpleGrid, Switch, Text, Textarea, type TextareaProps, TextInput } from '@mantine/core';
import { type CSSProperties, createContext, memo, type ReactNode, useContext, useState } from 'react';
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
 * languages are shown if the person wants them, or one of them has a fault.
 */
const TextRow = memo(function PlainTextRow({ label, hint, required = false, rows, fields }: TextRowProps) {
  const hasRoom = useHasRoom();
  const isChosen = useContext(EveryLanguage);
  const isWhole = hasRoom || isChosen || fields.some(({ error }, at) => at > 0 && error);
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

interface EditableForProps {
  isWriter: boolean;
  /** True for a form with texts in three languages. On a phone it begins with one of them. */
  hasTexts?: true;
  children: ReactNode;
}

export function EditableFor({ isWriter, hasTexts, children }: EditableForProps) {
  const hasRoom = useHasRoom();
  const [isChosen, setIsChosen] = useState(false);
  return (
    <EveryLanguage value={isChosen}>
      {hasTexts && !hasRoom && (
        <Switch
          mb="md"
          label={t('ui.texts.others')}
          checked={isChosen}
          onChange={({ currentTarget }) => setIsChosen(currentTarget.checked)}
        />
      )}
      <Fieldset variant="unstyled" m={0} disabled={!isWriter}>
        {children}
      </Fieldset>
    </EveryLanguage>
  );
}

const EveryLanguage = createContext(false);
