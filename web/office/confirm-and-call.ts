import { CallError, isAnswerLost, sentenceOf } from '#web/client.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import type { Question } from '#web/ui/dialog/question.ts';
import { type ToastSeconds, toastDone, toastFailed } from '#web/ui/dialog/toast.ts';

interface PlainCall {
  call: () => Promise<{ message: string }>;
  doneSeconds?: ToastSeconds;
  /**
   * The message of a failed call if the server sent none. A function is called with the server's message, or with an
   * empty text, and returns the message to show.
   */
  failed: string | ((refusal: string) => string);
  failedSeconds?: ToastSeconds;
  /** The message if no answer arrived. Whether the call was carried out is then unknown. */
  lost?: string;
}

interface TellingCall<Answer> extends Pick<PlainCall, 'failed' | 'failedSeconds' | 'lost'> {
  call: () => Promise<Answer>;
  /** The answer's message is then not shown as a toast. */
  done: (answer: Answer) => unknown;
}

type ReportedCall<Answer> = PlainCall | TellingCall<Answer>;

/**
 * Asks for confirmation, then makes the call. Returns false if the user cancelled, or if the call failed and can be
 * tried again. If it returns false, the caller need not reload.
 */
export async function confirmAndCall<Answer>(question: Question, action: ReportedCall<Answer>): Promise<boolean> {
  return (await confirm(question)) && callAndTell(action);
}

/**
 * Makes a call and shows its result, or why it failed. Returns false if the user can try again, with the same or with
 * corrected input, so that an open dialog stays open.
 */
export async function callAndTell<Answer>(action: ReportedCall<Answer>): Promise<boolean> {
  try {
    if ('done' in action) await action.done(await action.call());
    else toastDone((await action.call()).message, action.doneSeconds);
    return true;
  } catch (error) {
    if (isWaiting(error)) toastDone(error.message, 5);
    else if (action.lost !== undefined && isAnswerLost(error)) toastFailed(action.lost, 5);
    else toastFailed(sayFailure(error, action.failed), action.failedSeconds ?? 5);
    return !mayTryAgain(error);
  }
}

function sayFailure(error: unknown, failed: PlainCall['failed']): string {
  if (typeof failed === 'string') return sentenceOf(error, failed);
  return failed(error instanceof CallError ? error.message : '');
}

/** Returns whether the call waits for the approval of a second person. */
function isWaiting(error: unknown): error is CallError {
  return error instanceof CallError && error.code === 'approval_required';
}

function mayTryAgain(error: unknown): boolean {
  if (!(error instanceof CallError)) return true;
  const { status, code } = error;
  return [0, 400, 429].includes(status) || status >= 500 || code === 'verification_required';
}
