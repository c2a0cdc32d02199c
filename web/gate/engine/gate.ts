import type { Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { Answer, Call, Sending } from '#contract/call.ts';
import type { gate as gateCalls } from '#contract/gate.ts';
import { type Address, CallError } from '#web/client.ts';
import { clearSession, currentSession, storeSession, watchSession } from '#web/session.ts';
import type { Person, Phone, QueueEntry, TicketEntry, TicketKind } from './entries.ts';
import { calls, type GateServer } from './gate-server.ts';
import type { GateStore } from './gate-store.ts';
import {
  explainClosing,
  markReported,
  queueCancellation,
  queueShiftClosing,
  queueShiftOpening,
  queueTicket,
} from './queue.ts';
import { sendEntry } from './send-entry.ts';
import { sendQueue } from './send-queue.ts';
import { Sender, type SendingState } from './sender.ts';

/** What the screens show. */
export interface GateView {
  phone: Phone;
  entries: readonly QueueEntry[];
  sending: SendingState;
}

/** What the gate stands on. */
export interface GateContextOptions {
  store: GateStore;
  server: GateServer;
  now: () => Instant;
  /** Runs the work in one tab of this phone at a time. */
  alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Tells the other tabs that something changed. */
  announce: () => void;
}

export type CheckAnswer = Answer<typeof gateCalls.check>;

/** The gate of one phone: everything is written down here first, then told to the server. */
export class Gate {
  readonly #world: GateContextOptions;
  readonly #sender: Sender;
  readonly #changed = new EventTarget();
  readonly #unwatch: () => void;
  #view: GateView;

  private constructor(world: GateContextOptions, start: Omit<GateView, 'sending'>) {
    this.#world = world;
    this.#view = { ...start, sending: { state: 'resting' } };
    this.#sender = new Sender({
      send: (onSent) => this.#send(onSent),
      onChange: (sending) => this.#show({ ...this.#view, sending }),
    });
    this.#unwatch = watchSession(() => void this.#meet());
  }

  /** The gate as the phone remembers it; sending begins at once. */
  static async start(world: GateContextOptions): Promise<Gate> {
    const gate = new Gate(world, await world.store.read());
    await gate.#meet();
    return gate;
  }

  readonly view = (): GateView => this.#view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#changed.addEventListener('change', listener);
    return () => this.#changed.removeEventListener('change', listener);
  };

  /** Ends it: nothing is sent any more, and no session is followed. What waits is on the phone. */
  readonly stop = (): void => {
    this.#unwatch();
    this.#sender.stop();
  };

  /** Tries to send now: the network came back, or somebody looks at the screen. */
  readonly nudge = (): void => this.#sender.nudge();

  /** Reads what another tab has changed. */
  readonly refresh = async (): Promise<void> => {
    const kept = await this.#world.store.read();
    this.#show({ ...this.#view, ...kept });
  };

  /** Issues a ticket; it is on the phone when this resolves. */
  readonly issue = async (kind: TicketKind, cents: Cents): Promise<TicketEntry> =>
    this.#done(await queueTicket(this.#world.store, kind, cents, this.#doing()));

  readonly undo = async (order: number): Promise<void> =>
    this.#done(await queueCancellation(this.#world.store, order, this.#doing()));

  readonly openShift = async (cash: Cents): Promise<void> =>
    this.#done(await queueShiftOpening(this.#world.store, cash, this.#doing()));

  readonly closeShift = async (counted: Cents, reason: string): Promise<void> =>
    this.#done(await queueShiftClosing(this.#world.store, counted, reason, this.#doing()));

  readonly explain = async (order: number, reason: string): Promise<void> =>
    this.#done(await explainClosing(this.#world.store, order, reason));

  readonly tell = async (order: number): Promise<void> => this.#done(await markReported(this.#world.store, order));

  /** Keeps what this phone is to remember: the mode, or the price of a type of vehicle. */
  readonly remember = async (change: (phone: Phone) => Partial<Phone>): Promise<void> => {
    await this.#world.store.change(async (book) => {
      const phone = await book.phone();
      await book.keepPhone({ ...phone, ...change(phone) });
    });
    await this.#done(undefined);
  };

  /** Signs somebody in; every role may issue tickets. What waits of them is sent. */
  readonly signIn = async (email: string, password: string): Promise<void> => {
    const answer = await this.#world.server(calls.login, { body: { email, password } });
    const { token, role, name } = answer;
    storeSession({ token, role, name, email: answer.email, mustChangePassword: answer.must_change_password });
    await this.#meet();
  };

  /** Chooses a new password in place of one that somebody else chose. */
  readonly changePassword = async (currentPassword: string, newPassword: string): Promise<void> => {
    await this.#asSignedIn(calls.changePassword, { body: { currentPassword, newPassword } });
    const session = currentSession();
    if (session) storeSession({ ...session, mustChangePassword: false });
  };

  /** Ends the session. What waits stays on the phone until its owner signs in again. */
  readonly signOut = async (): Promise<void> => {
    const token = currentSession()?.token;
    await this.remember(() => ({ person: null }));
    clearSession();
    if (token !== undefined) await this.#world.server(calls.logout, {}, { token }).catch(() => undefined);
  };

  /** Gets letters for this phone, once; without them it cannot number tickets. */
  readonly fetchLetters = async (): Promise<void> => {
    await this.#world.alone(async () => {
      const { phone } = await this.#world.store.read();
      if (phone.letters !== null) return;
      const { device } = await this.#asSignedIn(calls.addDevice, { body: {} });
      await this.remember(() => ({ letters: device.letters }));
    });
    await this.refresh();
  };

  /** What the server knows of a number on a ticket. */
  readonly check = (number: string): Promise<CheckAnswer> => this.#asSignedIn(calls.check, { params: { number } });

  /** Whoever is signed in, be it in the office, works with this phone from now on. */
  async #meet(): Promise<void> {
    const session = currentSession();
    const known = this.#view.phone.person;
    if (session && known?.email !== session.email) {
      const { email, name, role } = session;
      const person: Person = { email, name, role };
      await this.remember(() => ({ person }));
    } else this.nudge();
    this.#show({ ...this.#view });
  }

  #doing() {
    const { person } = this.#view.phone;
    if (!person) throw new Error('Nobody works with this phone.');
    return { by: person.email, at: this.#world.now() };
  }

  /** After a change on the phone: this tab and the others show it, and it is sent. */
  async #done<Result>(result: Result): Promise<Result> {
    await this.refresh();
    this.#world.announce();
    this.nudge();
    return result;
  }

  async #send(onSent: () => void) {
    const by = (currentSession() ?? this.#view.phone.person)?.email;
    if (by === undefined || !(await this.#world.store.nextWaiting(by, 0))) return { stop: undefined, isLeft: false };
    return this.#world.alone(() =>
      sendQueue(
        this.#world.store,
        by,
        (entry, undone) => this.#sendOne(entry, undone),
        () => {
          onSent();
          void this.refresh();
          this.#world.announce();
        },
      ),
    );
  }

  async #sendOne(entry: QueueEntry, undone: TicketEntry | undefined) {
    const session = currentSession();
    if (session?.email !== entry.by) return { kind: 'stopped', why: { reason: 'signed out', message: '' } } as const;
    const sending = { token: session.token, at: this.#world.now() };
    const outcome = await sendEntry(this.#world.server, sending, entry, undone);
    if (outcome.kind === 'stopped') noteStop(outcome.why.reason, session.token);
    return outcome;
  }

  async #asSignedIn<C extends Call>(call: Address<C>, sending: Sending<C>): Promise<Answer<C>> {
    const token = currentSession()?.token;
    try {
      if (token === undefined) throw new CallError(401, 'unauthorized', 'Sign in first.');
      return await this.#world.server(call, sending, { token });
    } catch (error) {
      if (token !== undefined && error instanceof CallError && error.code === 'unauthorized')
        noteStop('signed out', token);
      throw error;
    }
  }

  #show(view: GateView): void {
    this.#view = view;
    this.#changed.dispatchEvent(new Event('change'));
  }
}

/** A session that has ended goes; who worked with the phone goes on. */
function noteStop(reason: string, token: string): void {
  const session = currentSession();
  if (session?.token !== token) return;
  if (reason === 'signed out') clearSession();
  if (reason === 'new password') storeSession({ ...session, mustChangePassword: true });
}
