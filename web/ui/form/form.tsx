import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { moveOnWithEnter, skipClosedChoice } from './form-keys.ts';
import type { FormValues, OfficeForm } from './use-office-form.ts';

interface FormProps<Values extends FormValues> {
  form: OfficeForm<Values>;
  /** What the button does: 'Add product'. */
  saveLabel: string;
  /** What it says meanwhile; the same words beside a turning wheel unless given. */
  savingLabel?: string;
  /** Where the way out leads; absent: there is none. */
  cancelTo?: string;
  /** The way out of a dialog, in place of `cancelTo`. */
  onCancel?: () => void;
  /** Stands above the reason why saving failed. */
  failureTitle?: string | undefined;
  /** Leaves out the line that tells of Ctrl+S. */
  withoutHint?: boolean;
  children: ReactNode;
}

/** The frame of every form: its fields, why saving failed, and the button that saves. */
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
              Cancel
            </Button>
          )}
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          {!withoutHint && (
            <Text size="xs" c="dimmed" visibleFrom="md" aria-hidden>
              Ctrl+S saves
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}
