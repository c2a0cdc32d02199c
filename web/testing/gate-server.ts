import type { Answer } from '#contract/call.ts';
import { type Language, languages } from '#contract/languages.ts';
import { message } from '#contract/messages/message.ts';
import type { passes } from '#contract/passes.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import { refusalStatus } from '#contract/refusals.ts';
import type { tariff } from '#contract/tariff.ts';
import { CallError, type CallOptions } from '#web/client.ts';
import { calls, type GateServer } from '../gate/engine/gate-server.ts';
import { testTypes } from './tickets.ts';

interface StoredTicket {
  id: number;
  number: string;
  by: string;
  cents: number;
  shiftId: string;
  isVoid: boolean;
  body: string;
}

type Line = 'good' | 'cut' | 'lost' | 'portal' | 'hangs';

const ANSWERS_PORTAL = { html: '<h1>Sign in to this network</h1>' };

export class FakeGateServer {
  line: Line = 'good';
  signedIn: string | undefined = 'nimal@example.com';
  readonly refused = new Map<string, RefusalCode>();
  readonly tickets: StoredTicket[] = [];
  readonly shifts = new Map<string, { opening: number; counted?: number; reason?: string }>();
  readonly heard: string[] = [];
  readonly reasons: string[] = [];
  /** The last number that each closing stated; undefined if it stated none. */
  readonly stated: unknown[] = [];
  /** How many papers of its tickets each closing said were printed again. */
  readonly copies: unknown[] = [];
  tariffs: Answer<typeof tariff.list> = [];
  vehicleTypes = testTypes;
  passes: Answer<typeof passes.list> = [];
  /** The entries with passes, as they arrived. */
  readonly entries: unknown[] = [];
  /** What the user holds of counted cash and floats. */
  held = 0;
  devices = 0;
  language: Language | null = null;
  onTicket = (): void => undefined;
  readonly #hanging = Promise.withResolvers<void>();
  readonly release = this.#hanging.resolve;

  readonly call = (async (call: { path: string }, sending: Loose, options: CallOptions = {}) => {
    if (this.line === 'cut') throw new CallError(0, { code: 'no_answer', message: 'The server cannot be reached.' });
    if (this.line === 'portal') return ANSWERS_PORTAL;
    if (this.line === 'hangs') await this.#hanging.promise;
    const answer = this.#answer(call.path, sending, options);
    if (this.line === 'lost') throw new CallError(0, { code: 'no_answer', message: 'The server cannot be reached.' });
    return answer;
  }) as unknown as GateServer;

  validNumbers(): string[] {
    return this.tickets.filter(({ isVoid }) => !isVoid).map(({ number }) => number);
  }

  #answer(path: string, sending: Loose, { token }: CallOptions): unknown {
    if (path === calls.login.path) return this.#login(sending);
    if (token === undefined || token !== gateTokenOf(this.signedIn)) throw refusal('unauthorized');
    if (path === calls.logout.path) return { message: 'Signed out.' };
    if (path === calls.setLanguage.path) return this.#setLanguage(sending);
    if (path === calls.addDevice.path) return this.#addDevice();
    if (path === calls.openShift.path) return this.#open(sending);
    if (path === calls.closeShift.path) return this.#close(sending);
    if (path === calls.issueSanitation.path) return this.#issue(sending, Number(sending.body?.price) * 100);
    if (path === calls.issueVehicle.path) return this.#issue(sending, Number(sending.body?.ticketPrice) * 100);
    if (path === calls.ownCash.path) return { held: this.held, floats: [] };
    if (path === calls.tariff.path) return this.tariffs;
    if (path === calls.vehicleTypes.path) return this.vehicleTypes;
    if (path === calls.passes.path) return this.passes;
    if (path === calls.enterWithPass.path) return this.#enter(sending);
    if (path === calls.check.path) return this.#check(String(sending.params?.number));
    return this.#remove(sending);
  }

  #login({ body }: Loose) {
    if (body?.password !== 'right') throw refusal('invalid_credentials');
    this.signedIn = String(body.email);
    const email = this.signedIn;
    return {
      token: gateTokenOf(email),
      role: 'tiketing',
      account_id: email.length,
      name: 'Nimal',
      email,
      must_change_password: false,
      must_add_factor: false,
      language: this.language,
    };
  }

  #setLanguage({ body }: Loose) {
    this.language = languages.find((one) => one === body?.language) ?? null;
    return { message: 'Saved.', language: this.language };
  }

  #addDevice() {
    this.devices += 1;
    return { device: { letters: 'K', secret: 'secret' } };
  }

  #open({ body }: Loose) {
    this.heard.push('open');
    this.shifts.set(String(body?.id), { opening: Number(body?.opening_cash) * 100 });
    return { shift: {} };
  }

  #issue({ body }: Loose, cents: number) {
    const number = String(body?.device_number);
    const code = this.refused.get(number);
    if (code) throw refusal(code);
    this.heard.push(number);
    const text = JSON.stringify(body);
    const known = this.tickets.find((ticket) => ticket.number === number);
    if (known && known.body !== text) throw refusal('device_number_used');
    const ticket = known ?? {
      id: this.tickets.length + 1,
      number,
      by: this.signedIn ?? '',
      cents,
      shiftId: String(body?.shift_id),
      isVoid: false,
      body: text,
    };
    if (!known) this.tickets.push(ticket);
    this.onTicket();
    return { ticket: { id: ticket.id, customId: `T20_${ticket.id}` } };
  }

  #enter({ body }: Loose) {
    const code = this.refused.get(`enter ${body?.pass}`);
    if (code) throw refusal(code);
    this.entries.push(body);
    return { message: 'Entered.', entry: { id: this.entries.length } };
  }

  #remove({ params, body }: Loose) {
    const ticket = this.tickets.find((one) => one.id === Number(params?.id) && !one.isVoid);
    if (!ticket) throw refusal('ticket_not_found');
    const code = this.refused.get(`void ${ticket.number}`);
    if (code) throw refusal(code);
    this.reasons.push(String(body?.reason));
    this.heard.push(`void ${ticket.number}`);
    ticket.isVoid = true;
    return { message: 'Ticket deleted successfully.' };
  }

  #close({ params, body }: Loose) {
    const id = String(params?.id);
    const shift = this.shifts.get(id);
    if (!shift) throw refusal('shift_not_found');
    const mine = this.tickets.filter((ticket) => ticket.shiftId === id && !ticket.isVoid);
    const expected = mine.reduce((sum, { cents }) => sum + cents, shift.opening);
    const counted = Number(body?.counted_cash) * 100;
    const reason = String(body?.reason ?? '');
    if (counted !== expected && reason === '') throw refusal('difference_unexplained');
    this.heard.push('close');
    this.stated.push(body?.last_number);
    this.copies.push(body?.copies_printed);
    this.shifts.set(id, { ...shift, counted, reason });
    return { shift: { ticket_count: mine.length, expected_cash: expected / 100 }, split: [] };
  }

  #check(number: string) {
    const ticket = this.tickets.find((one) => one.number === number);
    const state = ticket === undefined ? 'unknown' : ticket.isVoid ? 'void' : 'valid';
    return { state, number, sanitation: null, vehicle: null, voided_at: null, void_reason: null };
  }
}

export function gateTokenOf(email: string | undefined): string {
  return `token of ${email}`;
}

interface Loose {
  params?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

function refusal(code: RefusalCode): CallError {
  return new CallError(refusalStatus[code], { code, message: message(`refusals.${code}`) });
}
