import { CallError, sentenceOf } from '#web/client.ts';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';

/** Shows why a call was refused. Returns false when the same input may succeed, or once it is corrected. */
export function isOver(error: unknown, fallback: string): boolean {
  if (isWaiting(error)) toastDone(sentenceOf(error, fallback), 5);
  else toastFailed(sentenceOf(error, fallback), 5);
  return !mayTryAgain(error);
}

export function isWaiting(error: unknown): boolean {
  return error instanceof CallError && error.code === 'approval_required';
}

export function mayTryAgain(error: unknown): boolean {
  if (!(error instanceof CallError)) return true;
  const { status, code } = error;
  return [0, 400, 429].includes(status) || status >= 500 || code === 'verification_required';
}
