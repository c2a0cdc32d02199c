import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { t } from '#web/i18n/t.ts';
import { moveOnWithEnter, skipClosedChoice } from './form-keys.ts';
import type { FormValues } from './form-values.ts';
import type { FormConflict } from './use-merge.ts';
import type { OfficeForm } from './use-office-form.ts';

interface FormProps<Values extends FormValues> {
  form: OfficeForm<Values>;
  saveLabel: string;
  /** The label while saving; by default a spinner covers the button. */
  savingLabel?: string;
  cancelTo?: string;
  onCancel?: () => void;
  failureTitle?: string | undefined;
  withoutHint?: boolean;
  children: ReactNode;
}

export function Form<Values extends FormValues>(props: FormProps<Values>) {
  const { form, saveLabel, savingLabel, cancelTo, onCancel, failureTitle, withoutHint, children } = props;
  const isSaving = form.state === 'saving';
  return (
    <form
      ref={form.element}
      noValidate
      onSubmit={form.submit}
      onKeyDown={moveOnWithEnter}
      onKeyDownCapture={skipClosedChoice}
      aria-busy={isSaving}
    >
      <Stack gap="md">
        {children}
        {form.conflict && <MergePanel conflict={form.conflict} />}
        {form.failure !== undefined && (
          <Alert color="red" role="alert" p="sm" icon={<IconAlertTriangle aria-hidden />} title={failureTitle}>
            {form.failure}
          </Alert>
        )}
        <Group gap="sm">
          <Button
            type="submit"
            loading={isSaving && savingLabel === undefined}
            aria-disabled={isSaving}
            aria-keyshortcuts="Control+S Control+Enter"
            leftSection={form.state === 'saved' && <IconCheck size={18} aria-hidden />}
          >
            {isSaving ? (savingLabel ?? saveLabel) : saveLabel}
          </Button>
          {cancelTo !== undefined && (
            <Button component={Link} to={cancelTo} variant="default">
              {t('ui.form.cancel')}
            </Button>
          )}
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('ui.form.cancel')}
            </Button>
          )}
          {!withoutHint && (
            <Text size="xs" c="dimmed" visibleFrom="md" aria-hidden>
              {t('ui.form.saveKey')}
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function MergePanel({ conflict }: { conflict: FormConflict }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (conflict) panel.current?.focus();
  }, [conflict]);
  return (
    <Alert
      ref={panel}
      tabIndex={-1}
      role="alert"
      color="turmeric"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('ui.merge.title')}
    >
      <Stack gap="sm">
        <Text size="sm">{t('ui.merge.body')}</Text>
        <List size="sm">
          {conflict.changes.map(({ field, label, before, now, mine }) => (
            <List.Item key={field} style={{ overflowWrap: 'anywhere' }}>
              {before === now ? t('ui.merge.replaced', { label }) : t('ui.merge.change', { label, before, now })}
              {mine !== undefined && <b> {t('ui.merge.mine', { mine })}</b>}
            </List.Item>
          ))}
        </List>
        <Group gap="sm">
          <Button variant="default" onClick={conflict.takeStored}>
            {t('ui.merge.takeStored')}
          </Button>
          <Button variant="default" onClick={conflict.keepMine}>
            {t('ui.merge.keepMine')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
