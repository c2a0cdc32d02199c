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

const closeButtonProps = { 'aria-label': 'Close this message' };
