import { toastFailed, toastWhile } from '#web/ui/dialog/toast.ts';
import { CHANGING, confirmEffect } from '../payments/confirm-effect.tsx';

type Question = Parameters<typeof confirmEffect>[0];
type Effect = Awaited<ReturnType<Question['rehearse']>>;

/** Put into the query of a call: `dry_run` tells what would be, and keeps nothing. */
type Rehearsal = { dry_run?: 'true' };
/** What the person chose beside yes; goes into the body of the call. */
export type Choices = { reason?: string | undefined; do_not_charge: string[] };

interface BooksAct<Answer extends Effect> {
  question: Omit<Question, 'rehearse'>;
  /** The one call, made first as a rehearsal and then in earnest. */
  send: (query: Rehearsal, choices: Choices) => Promise<Answer>;
  /** What to say when the call fails. */
  failed: (error: unknown) => string;
}

/**
 * Does something to the books: rehearses it, shows what it would settle and which fines it would bring, asks, and does
 * it. Gives the answer; undefined when it was not confirmed, or failed, which a toast has said then.
 */
export async function actOnBooks<Answer extends Effect>(act: BooksAct<Answer>): Promise<Answer | undefined> {
  const { question, send, failed } = act;
  try {
    const chosen = await confirmEffect({
      ...question,
      rehearse: (spared) => send({ dry_run: 'true' }, { do_not_charge: [...spared] }),
    });
    if (!chosen) return undefined;
    return await toastWhile(CHANGING, send({}, { reason: chosen.reason, do_not_charge: chosen.spared }));
  } catch (error) {
    toastFailed(failed(error), 4);
    return undefined;
  }
}
