import { Modal, type ModalProps, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { confirm } from '../dialog/confirm.tsx';
import type { Question } from '../dialog/question.ts';
import type { FormValues } from './form-values.ts';
import type { OfficeForm } from './use-office-form.ts';
import { unsavedQuestion } from './use-unsaved-guard.ts';

interface FormDialogProps<Values extends FormValues> {
  form: OfficeForm<Values>;
  title: string;
  closeLabel?: string;
  size?: ModalProps['size'];
  question?: () => Question;
  isAsking?: boolean;
  onClose: () => void;
  children: (close: () => void) => ReactNode;
}

export function FormDialog<Values extends FormValues>(props: FormDialogProps<Values>) {
  const { form, title, closeLabel = t('ui.dialog.close'), size, question = unsavedQuestion, onClose } = props;
  const [isLeaving, setIsLeaving] = useState(false);
  const close = async () => {
    if (form.state === 'saving') return;
    setIsLeaving(true);
    const isClosing = !form.inner.isDirty() || (await confirm(question()));
    setIsLeaving(false);
    if (isClosing) onClose();
  };
  return (
    <Modal
      opened
      onClose={() => void close()}
      {...(size !== undefined && { size })}
      title={<Text fw={700}>{title}</Text>}
      closeButtonProps={{ 'aria-label': closeLabel }}
      closeOnClickOutside={false}
      // Escape first closes the question above this dialog.
      closeOnEscape={!isLeaving && props.isAsking !== true}
    >
      {props.children(() => void close())}
    </Modal>
  );
}
