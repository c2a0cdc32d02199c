import IconAlertTriangle from 'virtual:icons/alert-triangle';
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { t } from '#web/i18n/t.ts';
import { FormFrame, type FormFrameProps } from './form-frame.tsx';
import type { FormValues } from './form-values.ts';
import type { FormConflict } from './use-merge.ts';
import type { OfficeForm } from './use-office-form.ts';

interface FormProps<Values extends FormValues>
  extends Omit<FormFrameProps<Values>, 'form' | 'question' | 'besideSave'> {
  form: OfficeForm<Values>;
  cancelTo?: string;
  withoutHint?: boolean;
}

export function Form<Values extends FormValues>({ cancelTo, withoutHint, ...props }: FormProps<Values>) {
  const { conflict } = props.form;
  return (
    <FormFrame
      {...props}
      question={conflict && <MergePanel conflict={conflict} />}
      besideSave={
        <>
          {cancelTo !== undefined && (
            <Button component={Link} to={cancelTo} variant="default">
              {t('ui.form.cancel')}
            </Button>
          )}
          {!withoutHint && (
            <Text size="xs" c="dimmed" visibleFrom="md" aria-hidden>
              {t('ui.form.saveKey')}
            </Text>
          )}
        </>
      }
    />
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
