import type { Instant } from '#billing/calendar.ts';
import { type Cents, parseRupees, toRupees } from '#billing/money.ts';
import { CallError } from '#web/client.ts';
import type { CancellationEntry, QueueEntry, ShiftClosing, TicketEntry } from './entries.ts';
import { calls, type GateServer } from './gate-server.ts';
import type { SentFacts } from './queue.ts';
import type { SendOutcome } from './send-queue.ts';

/** Who sends, and when by the clock of this phone. */
export interface SendContext {
  token: string;
  at: Instant;
}

/** Tells the server one thing that happened at the gate. The same entry sent twice is done once. */
export async function sendEntry(
  server: GateServer,
  { token, at }: SendContext,
  entry: QueueEntry,
  undone: TicketEntry | undefined,
): Promise<SendOutcome> {
  try {
    return { kind: 'taken', facts: await tell(server, token, entry, undone) };
  } catch (error) {
    return outcomeOf(entry, error, at);
  }
}

async function tell(
  server: GateServer,
  token: string,
  entry: QueueEntry,
  undone: TicketEntry | undefined,
): Promise<SentFacts> {
  const options = { token, idempotencyKey: entry.key };
  switch (entry.what) {
    case 'opening': {
      const { shiftId: id, device, at } = entry;
      const body = { id, opening_cash: toRupees(entry.cash), opened_at: at, device };
      expectAnswer((await server(calls.openShift, { body }, options))?.shift);
      return {};
    }
    case 'ticket':
      return tellTicket(server, entry, options);
    case 'undoing':
      await tellUndoing(server, entry, undone, options);
      return {};
    case 'closing':
      return tellClosing(server, entry, options);
  }
}

type Options = { token: string; idempotencyKey: string };

async function tellTicket(server: GateServer, entry: TicketEntry, options: Options): Promise<SentFacts> {
  const { kind, number, at, shiftId } = entry;
  const offline = { device_number: number, issued_at: at, shift_id: shiftId };
  if (kind.subject === 'sanitation') {
    const body = { price: kind.price, ...offline };
    const ticket = expectAnswer((await server(calls.issueSanitation, { body }, options))?.ticket);
    return { serverId: ticket.id, serverNumber: ticket.customId };
  }
  const { vehicleNumber, vehicleType } = kind;
  const body = { vehicleNumber, vehicleType, ticketPrice: toRupees(entry.cents), ...offline };
  const ticket = expectAnswer((await server(calls.issueVehicle, { body }, options))?.ticket);
  return { serverId: ticket.id, serverNumber: `V${ticket.id}` };
}

async function tellUndoing(
  server: GateServer,
  { reason }: CancellationEntry,
  undone: TicketEntry | undefined,
  options: Options,
): Promise<void> {
  const sending = { params: { id: String(undone?.serverId) }, body: { reason } };
  try {
    const answer =
      undone?.kind.subject === 'vehicle'
        ? await server(calls.removeVehicle, sending, options)
        : await server(calls.removeSanitation, sending, options);
    expectAnswer(answer?.message);
  } catch (error) {
    // It is void already: by an earlier try, or by the office.
    if (!(error instanceof CallError) || error.code !== 'ticket_not_found') throw error;
  }
}

async function tellClosing(server: GateServer, entry: ShiftClosing, options: Options): Promise<SentFacts> {
  const { shiftId, counted, at, reason } = entry;
  const sending = { params: { id: shiftId }, body: { counted_cash: toRupees(counted), closed_at: at, reason } };
  const shift = expectAnswer((await server(calls.closeShift, sending, options))?.shift);
  const expected = centsOf(shift.expected_cash) ?? entry.expected;
  return { closing: { tickets: shift.ticket_count, expected } };
}

function centsOf(rupees: number): Cents | undefined {
  return parseRupees(String(rupees));
}

/** An answer without what was asked for comes from somebody else, such as the sign-in page of a network. */
function expectAnswer<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new CallError(0, 'no_answer', '');
  return value;
}

/** The server is there and cannot take it now, or somebody else answered: it is tried again. */
const PASSING: readonly string[] = ['no_answer', 'unknown_path', 'too_many_tries', 'internal', 'not_ready'];

function outcomeOf(entry: QueueEntry, error: unknown, at: Instant): SendOutcome {
  if (!(error instanceof CallError)) return { kind: 'stopped', why: { reason: 'no answer', message: '' } };
  const { code, message, status } = error;
  if (code === 'unauthorized') return { kind: 'stopped', why: { reason: 'signed out', message } };
  if (code === 'password_change_required') return { kind: 'stopped', why: { reason: 'new password', message } };
  if (code === 'not_allowed') return { kind: 'stopped', why: { reason: 'not allowed', message } };
  if (PASSING.includes(code) || status >= 500)
    return { kind: 'stopped', why: { reason: 'no answer', message: status === 0 ? '' : message } };
  // The clock of this phone is ahead: what it calls now will have come. Once the clock was set right, that may be never.
  if (code === 'issued_in_future' && entry.at <= at) return { kind: 'too early', refusal: { code, message } };
  return { kind: 'refused', refusal: { code, message: sentenceFor(entry, message) } };
}

function sentenceFor(entry: QueueEntry, message: string): string {
  return message === '' ? `The server does not take this ${entry.what}.` : message;
}
