import type { QueueEntry, Rejection, TicketEntry } from './entries.ts';
import type { GateStore } from './gate-store.ts';
import { markSent, type SentFacts } from './queue.ts';

/** What became of one thing that was sent. */
export type SendOutcome =
  /** The server has it. */
  | { kind: 'taken'; facts: SentFacts }
  /** It said no, and will say so again. */
  | { kind: 'refused'; refusal: Rejection }
  /** Not this one yet, for a reason that passes with time; the next may go. */
  | { kind: 'too early'; refusal: Rejection }
  /** None can be sent now: no answer, or the session ended, or whoever is signed in may not. */
  | { kind: 'stopped'; why: Stop };

/** Why sending stopped, with the server's sentence where it gave one. */
export type Stop = { reason: 'no answer' | 'signed out' | 'new password' | 'not allowed'; message: string };

/** Sends one thing; for an undoing with the ticket that is meant. */
export type SendOne = (entry: QueueEntry, undone: TicketEntry | undefined) => Promise<SendOutcome>;

/**
 * Sends what waits of one person, in order, one after the other. What the server refuses is set aside and shown, and holds
 * nothing up. Gives why it stopped early, or undefined when everything was tried; `isLeft` when something of it still waits.
 */
export async function sendQueue(
  store: GateStore,
  by: string,
  sendOne: SendOne,
  onSent: () => void = () => undefined,
): Promise<{ stop: Stop | undefined; isLeft: boolean }> {
  let isLeft = false;
  for (let at = 0; ; ) {
    const entry = await store.nextWaiting(by, at);
    if (!entry) return { stop: undefined, isLeft };
    at = entry.order;
    const outcome = await sendOrSkip(store, entry, sendOne);
    if (outcome.kind === 'stopped') return { stop: outcome.why, isLeft: true };
    if (outcome.kind === 'too early') isLeft = true;
    await note(store, entry.order, outcome);
    onSent();
  }
}

async function sendOrSkip(store: GateStore, entry: QueueEntry, sendOne: SendOne): Promise<SendOutcome> {
  if (entry.what !== 'undoing') return sendOne(entry, undefined);
  const { entries } = await store.read();
  const undone = entries.find((one): one is TicketEntry => one.what === 'ticket' && one.number === entry.number);
  // A ticket that the server never took needs no taking back.
  if (!undone || undone.state === 'refused' || undone.state === 'told') return { kind: 'taken', facts: {} };
  if (undone.state === 'waiting') return { kind: 'too early', refusal: { code: '', message: '' } };
  return sendOne(entry, undone);
}

/** The entry is read afresh: it may have changed while it was on its way. */
async function note(store: GateStore, order: number, outcome: SendOutcome): Promise<void> {
  await store.change(async (book) => {
    const entry = await book.find(order);
    if (entry?.state !== 'waiting') return;
    if (outcome.kind === 'taken') await markSent(book, entry, outcome.facts);
    if (outcome.kind === 'refused') await book.keep({ ...entry, state: 'refused', refusal: outcome.refusal });
    if (outcome.kind === 'too early') await book.keep({ ...entry, refusal: outcome.refusal });
  });
}
