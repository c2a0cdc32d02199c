import IconAlertTriangle from 'virtual:icons/alert-triangle';
import IconCheck from 'virtual:icons/check';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import { t } from '#web/i18n/t.ts';
import { moveOnWithEnter, skipClosedChoice } from './form-keys.ts';
import type { FormValues } from './form-values.ts';
import type { PlainForm } from './use-plain-form.ts';

/** True on a page of several forms, none of which is what the page is for. Their buttons are not filled. */
export const OneOfSeveral = createContext(false);

export interface FormFrameProps<Values extends FormValues> {
  form: PlainForm<Values>;
  saveLabel: string;
  /** The label while saving; by default a spinner covers the button. */
  savingLabel?: string;
  onCancel?: () => void;
  failureTitle?: string | undefined;
  children: ReactNode;
  question?: ReactNode;
  besideSave?: ReactNode;
}

/**
 * Fields, the error message and the button that saves. This component does not use the router, because the sign-in page
 * has none.
 */
export function FormFrame<Values extends FormValues>(props: FormFrameProps<Values>) {
  const { form, saveLabel, savingLabel, onCancel, failureTitle, children, question, besideSave } = props;
  const isSaving = form.state === 'saving';
  const isOneOfSeveral = useContext(OneOfSeveral);
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
        {question}
        {form.failure !== undefined && <FailureAlert title={failureTitle}>{form.failure}</FailureAlert>}
        <Group gap="sm">
          <Button
            type="submit"
            variant={isOneOfSeveral ? 'light' : 'filled'}
            loading={isSaving && savingLabel === undefined}
            aria-disabled={isSaving}
            aria-keyshortcuts="Control+S Control+Enter"
            leftSection={form.state === 'saved' && <IconCheck size={18} aria-hidden />}
          >
            {isSaving ? (savingLabel ?? saveLabel) : saveLabel}
          </Button>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('ui.form.cancel')}
            </Button>
          )}
          {besideSave}
        </Group>
      </Stack>
    </form>
  );
}

export function FailureAlert({ title, children }: { title?: string | undefined; children: ReactNode }) {
  return (
    <Alert color="red" role="alert" p="sm" icon={<IconAlertTriangle aria-hidden />} title={title}>
      {children}
    </Alert>
  );
}
