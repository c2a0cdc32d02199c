import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { t } from '#web/i18n/t.ts';
import { Unbroken } from '../format/one-line.tsx';

/** The number of seconds for which a toast is shown, as in the specification. */
export type ToastSeconds = 2 | 3 | 4 | 5;

/** Shows a success message. Screen readers announce it when they are idle, whereas failure messages interrupt them. */
export function toastDone(message: string, seconds: ToastSeconds = 3): void {
  notifications.show({
    message: unbroken(message),
    color: 'green',
    autoClose: seconds * 1000,
    role: 'status',
    ...dismissible(),
  });
}

export function toastFailed(message: string, seconds: ToastSeconds = 4): void {
  notifications.show({
    message: unbroken(message),
    color: 'red',
    autoClose: seconds * 1000,
    role: 'alert',
    ...dismissible(),
  });
}

const DELAY_MS = 600;

export async function toastWhile<Outcome>(message: string, work: Promise<Outcome>): Promise<Outcome> {
  let id: string | undefined;
  const timer = setTimeout(() => {
    id = notifications.show({
      message: unbroken(message),
      loading: true,
      autoClose: false,
      withCloseButton: false,
      role: 'status',
    });
  }, DELAY_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    if (id !== undefined) notifications.hide(id);
  }
}

/** Keeps amounts, days and numbers of documents on one line, because a toast is narrow. */
function unbroken(text: string) {
  return createElement(Unbroken, { text });
}

function dismissible() {
  return { closeButtonProps: { 'aria-label': t('ui.toast.dismiss') } };
}
