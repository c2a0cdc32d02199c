import type { Instant } from '#billing/calendar.ts';
import { type Cents, parseRupees, toRupees } from '#billing/money.ts';
import { CallError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import type { CancellationEntry, Phone, QueueEntry, ShiftClosing, TicketEntry, WalkEntry } from './entries.ts';
import { calls, type GateServer } from './gate-server.ts';
import type { SentFacts } from './queue.ts';
import type { SendOutcome } from './send-queue.ts';
import { readSplit } from './shift-split.ts';
import { signNumber } from './sign-number.ts';

export interface SendContext {
  token: string;
  at: Instant;
  device?: Pick<Phone, 'deviceCode' | 'deviceSecret'>;
}

interface EntryToSend {
  entry: QueueEntry;
  cancelled?: TicketEntry | undefined;
}

/** Sending the same entry twice has one effect. */
export async function sendEntry(
  server: GateServer,
  context: SendContext,
  { entry, cancelled }: EntryToSend,
): Promise<SendOutcome> {
  const { at } = context;
  try {
    return { kind: 'accepted', facts: await callServer(server, context, { entry, cancelled }) };
  } catch (error) {
    return outcomeOf(entry, error, at);
  }
}

async function callServer(
  server: GateServer,
  { token, device }: SendContext,
  { entry, cancelled }: EntryToSend,
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
      return sendTicket(server, entry, { ...options, proof: device && (await signNumber(entry.number, device)) });
    case 'undoing':
      await sendCancellation(server, { entry, cancelled }, options);
      return {};
    case 'entry': {
      const { pass, vehicleNumber, at, shiftId } = entry;
      const body = { pass, vehicleNumber, entered_at: at, shift_id: shiftId };
      expectAnswer((await server(calls.enterWithPass, { body }, options))?.entry);
      return {};
    }
    case 'closing':
      return sendClosing(server, entry, options);
    case 'walk':
      return sendWalk(server, entry, options);
  }
}

type Options = { token: string; idempotencyKey: string };

async function sendTicket(
  server: GateServer,
  entry: TicketEntry,
  { proof, ...options }: Options & { proof: string | undefined },
): Promise<SentFacts> {
  const { kind, number, at, shiftId } = entry;
  const signed = proof === undefined ? {} : { device_proof: proof };
  const offline = { device_number: number, issued_at: at, shift_id: shiftId, ...signed };
  if (kind.subject === 'sanitation') {
    const body = { price: kind.price, ...offline };
    const ticket = expectAnswer((await server(calls.issueSanitation, { body }, options))?.ticket);
    return { serverId: ticket.id, serverNumber: ticket.customId };
  }
  const { vehicleNumber, vehicleType, pass } = kind;
  const priced = { ticketPrice: toRupees(entry.cents), ...(pass && { pass }) };
  const body = { vehicleNumber, vehicleType, ...priced, ...offline };
  const ticket = expectAnswer((await server(calls.issueVehicle, { body }, options))?.ticket);
  return { serverId: ticket.id, serverNumber: `V${ticket.id}` };
}

async function sendCancellation(
  server: GateServer,
  { entry: { reason, at }, cancelled }: { entry: CancellationEntry; cancelled: TicketEntry | undefined },
  options: Options,
): Promise<void> {
  const sending = { params: { id: String(cancelled?.serverId) }, body: { reason, voided_at: at } };
  try {
    const answer =
      cancelled?.kind.subject === 'vehicle'
        ? await server(calls.removeVehicle, sending, options)
        : await server(calls.removeSanitation, sending, options);
    expectAnswer(answer?.message);
  } catch (error) {
    // `ticket_not_found` means that the ticket has already been cancelled, by the office or by an earlier attempt.
    // `key_reused` means that an older version of the gate made the earlier attempt, perhaps with a different body.
    if (!(error instanceof CallError) || !['ticket_not_found', 'key_reused'].includes(error.code)) throw error;
  }
}

async function sendClosing(server: GateServer, entry: ShiftClosing, options: Options): Promise<SentFacts> {
  const { shiftId, counted, at, reason, last, copies } = entry;
  const stated = { ...(last !== undefined && { last_number: last }), ...(copies && { copies_printed: copies }) };
  const body = { counted_cash: toRupees(counted), closed_at: at, reason, ...stated };
  const sending = { params: { id: shiftId }, body };
  const answer = await server(calls.closeShift, sending, options);
  const shift = expectAnswer(answer?.shift);
  const expected = (shift.expected_cash === null ? undefined : centsOf(shift.expected_cash)) ?? entry.expected;
  return { closing: { tickets: shift.ticket_count, expected, split: readSplit(answer.split ?? []) } };
}

async function sendWalk(server: GateServer, entry: WalkEntry, options: Options): Promise<SentFacts> {
  const { entryKey, shop, seen, note, at, picture } = entry;
  const body = {
    entry_key: entryKey,
    shop_id: shop,
    state: seen,
    note,
    seen_at: at,
    ...(picture !== null && { picture }),
  };
  expectAnswer((await server(calls.recordWalk, { body }, options))?.walk_id);
  return {};
}

function centsOf(rupees: number): Cents | undefined {
  return parseRupees(String(rupees));
}

/**
 * Throws if the value is missing, which means that something other than our server answered, such as the sign-in page
 * of a Wi-Fi network.
 */
function expectAnswer<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new CallError(0, { code: 'no_answer', message: '' });
  return value;
}

/**
 * Error codes after which the request is sent again later: the server could not handle the request yet, or something
 * other than our server answered.
 */
const TRANSIENT_CODES: readonly string[] = ['no_answer', 'unknown_path', 'too_many_tries', 'internal', 'not_ready'];

function outcomeOf(entry: QueueEntry, error: unknown, at: Instant): SendOutcome {
  if (!(error instanceof CallError)) return { kind: 'stopped', why: { reason: 'no-answer', message: '' } };
  const { code, message, status } = error;
  if (code === 'unauthorized') return { kind: 'stopped', why: { reason: 'signed-out', message } };
  if (code === 'password_change_required') return { kind: 'stopped', why: { reason: 'new-password', message } };
  if (code === 'second_factor_missing') return { kind: 'stopped', why: { reason: 'add-factor', message } };
  if (code === 'not_allowed') return { kind: 'stopped', why: { reason: 'not-allowed', message } };
  if (TRANSIENT_CODES.includes(code) || status >= 500)
    return { kind: 'stopped', why: { reason: 'no-answer', message: status === 0 ? '' : message } };
  // If the phone's clock is ahead, the server accepts the ticket later, when its own clock has reached the ticket's
  // time. If the ticket's time is ahead of the phone's clock too, the clock has been set back since. The ticket is then
  // rejected, because its time may be far in the future.
  if (code === 'issued_in_future' && entry.at <= at) return { kind: 'too-early', refusal: { code, message } };
  return { kind: 'rejected', refusal: { code, message: sentenceFor(entry, message) } };
}

function sentenceFor(entry: QueueEntry, message: string): string {
  return message === '' ? t('gate-app.rejected.noReason', { kind: entry.what }) : message;
}
