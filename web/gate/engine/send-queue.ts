import type { QueueEntry, Rejection, TicketEntry } from './entries.ts';
import type { GateStore } from './gate-store.ts';
import { markSent, type SentFacts } from './queue.ts';

export type SendOutcome =
  | { kind: 'accepted'; facts: SentFacts }
  | { kind: 'rejected'; refusal: Rejection }
  | { kind: 'too-early'; refusal: Rejection }
  | { kind: 'stopped'; why: Stop };

export type Stop = {
  reason: 'no-answer' | 'signed-out' | 'new-password' | 'add-factor' | 'not-allowed';
  message: string;
};

/** For a cancellation, `cancelled` is the ticket to cancel. */
export type SendOne = (entry: QueueEntry, cancelled: TicketEntry | undefined) => Promise<SendOutcome>;

/**
 * Sends the entries in order. A rejected entry does not stop the next ones. Returns the reason if sending stopped
 * early, and whether entries are still waiting.
 */
export async function sendQueue(
  store: GateStore,
  by: string,
  { sendOne, onSent = () => undefined }: { sendOne: SendOne; onSent?: () => void },
): Promise<{ stop: Stop | undefined; hasWaiting: boolean }> {
  let hasWaiting = false;
  for (let at = 0; ; ) {
    const entry = await store.nextWaiting(by, at);
    if (!entry) return { stop: undefined, hasWaiting };
    at = entry.order;
    const outcome = await sendOrSkip(store, entry, sendOne);
    if (outcome.kind === 'stopped') return { stop: outcome.why, hasWaiting: true };
    if (outcome.kind === 'too-early') hasWaiting = true;
    await recordOutcome(store, entry.order, outcome);
    onSent();
  }
}

async function sendOrSkip(store: GateStore, entry: QueueEntry, sendOne: SendOne): Promise<SendOutcome> {
  if (entry.what !== 'undoing') return sendOne(entry, undefined);
  const { entries } = await store.read();
  const cancelled = entries.find((one): one is TicketEntry => one.what === 'ticket' && one.number === entry.number);
  // The server has no record of a ticket that it rejected, so its cancellation is not sent.
  if (!cancelled || cancelled.state === 'refused' || cancelled.state === 'told') return { kind: 'accepted', facts: {} };
  if (cancelled.state === 'waiting') return { kind: 'too-early', refusal: { code: '', message: '' } };
  return sendOne(entry, cancelled);
}

/** Reads the entry again, because it can change while being sent. */
async function recordOutcome(store: GateStore, order: number, outcome: SendOutcome): Promise<void> {
  await store.change(async (state) => {
    const entry = await state.find(order);
    if (entry?.state !== 'waiting') return;
    if (outcome.kind === 'accepted') await markSent(state, entry, outcome.facts);
    if (outcome.kind === 'rejected') await state.save({ ...entry, state: 'refused', refusal: outcome.refusal });
    if (outcome.kind === 'too-early') await state.save({ ...entry, refusal: outcome.refusal });
  });
}
