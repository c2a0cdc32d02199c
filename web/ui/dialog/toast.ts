import { notifications } from '@mantine/notifications';

/** How long a toast stays, in seconds: the times of the specification. */
export type ToastSeconds = 2 | 3 | 4 | 5;

/** Says that something is done: top right, read out politely. */
export function toastDone(message: string, seconds: ToastSeconds = 3): void {
  notifications.show({ message, color: 'green', autoClose: seconds * 1000, role: 'status', closeButtonProps });
}

/** Says that something failed: top right, read out at once. */
export function toastFailed(message: string, seconds: ToastSeconds = 4): void {
  notifications.show({ message, color: 'red', autoClose: seconds * 1000, role: 'alert', closeButtonProps });
}

/** Longer than this, people wonder whether their press was heard. */
const A_MOMENT_MS = 600;

/** Says that something is under way when it takes longer than a moment, until it has ended; gives its outcome. */
export async function toastWhile<Outcome>(message: string, work: Promise<Outcome>): Promise<Outcome> {
  let id: string | undefined;
  const timer = setTimeout(() => {
    id = notifications.show({ message, loading: true, autoClose: false, withCloseButton: false, role: 'status' });
  }, A_MOMENT_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    if (id !== undefined) notifications.hide(id);
  }
}

const closeButtonProps = { 'aria-label': 'Close this message' };
