import type { Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { Answer, Call, Sending } from '#contract/call.ts';
import type { Proof } from '#contract/factors.ts';
import type { gate as gateCalls } from '#contract/gate.ts';
import type { Language } from '#contract/languages.ts';
import type { session } from '#contract/session.ts';
import { type Address, CallError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { clearSession, currentSession, storeSession, watchSession } from '#web/session.ts';
import {
  type KnownPass,
  keyOf,
  type Person,
  type Phone,
  type QueueEntry,
  repeatedVehicle,
  type TicketEntry,
  type TicketKind,
} from './entries.ts';
import { calls, type GateServer } from './gate-server.ts';
import type { GateStore } from './gate-store.ts';
import { readPasses } from './passes.ts';
import {
  adoptEntries,
  countPrint,
  explainClosing,
  markReported,
  queueCancellations,
  queueCount,
  queuePassEntry,
  queueShiftClosing,
  queueShiftOpening,
  queueTickets,
} from './queue.ts';
import { sendEntry } from './send-entry.ts';
import { sendQueue } from './send-queue.ts';
import { Sender, type SendingState } from './sender.ts';
import { canSign } from './sign-number.ts';
import { readTariffs, vehiclePriceAt } from './tariff.ts';
import { queueWalk, TooManyPictures, type WalkInput } from './walk.ts';

export interface GateView {
  phone: Phone;
  entries: readonly QueueEntry[];
  sending: SendingState;
}

export interface GateOptions {
  store: GateStore;
  server: GateServer;
  now: () => Instant;
  /** Runs work in only one tab of this phone at a time. */
  runExclusively: <Result>(work: () => Promise<Result>) => Promise<Result>;
  announce: () => void;
}

/** The time between two loads of the office's prices, vehicle types and passes. */
const RELOAD_MS = 5 * 60_000;
const MOST_CHECKED = 200;

export class PriceChanged extends Error {}

export type CheckAnswer = Answer<typeof gateCalls.check>;

export class Gate {
  readonly #options: GateOptions;
  readonly #sender: Sender;
  readonly #changed = new EventTarget();
  readonly #unwatch: () => void;
  #view: GateView;
  #tariffsLoaded = Number.NEGATIVE_INFINITY;
  #isLoadingTariffs = false;

  private constructor(options: GateOptions, start: Omit<GateView, 'sending'>) {
    this.#options = options;
    this.#view = { ...start, sending: { state: 'resting' } };
    this.#sender = new Sender({
      send: (onSent) => this.#send(onSent),
      onChange: (sending) => this.#show({ ...this.#view, sending }),
    });
    this.#unwatch = watchSession(() => void this.#adoptSession());
  }

  static async start(options: GateOptions): Promise<Gate> {
    const gate = new Gate(options, await options.store.read());
    await gate.#adoptSession();
    return gate;
  }

  readonly view = (): GateView => this.#view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#changed.addEventListener('change', listener);
    return () => this.#changed.removeEventListener('change', listener);
  };

  readonly stop = (): void => {
    this.#unwatch();
    this.#sender.stop();
  };

  readonly nudge = (): void => {
    this.#sender.nudge();
    void this.#loadTariffs();
  };

  readonly now = (): Instant => this.#options.now();

  readonly refresh = async (): Promise<void> => {
    const stored = await this.#options.store.read();
    this.#show({ ...this.#view, ...stored });
  };

  /**
   * Issues tickets and returns them. Throws PriceChanged when the shown price is no longer the current one.
   */
  readonly issue = async (kind: TicketKind, cents: Cents, count = 1): Promise<TicketEntry[]> => {
    const actor = this.#actor();
    const price =
      kind.subject === 'vehicle'
        ? vehiclePriceAt(this.#view.phone, { type: kind.vehicleType, pass: kind.pass }, actor.at)
        : undefined;
    if (price !== undefined && price !== cents) throw new PriceChanged();
    return this.#afterChange(await queueTickets(this.#options.store, { kind, cents, count }, actor));
  };

  /** Records that a vehicle enters with a pass. */
  readonly enter = async (pass: KnownPass): Promise<void> =>
    this.#afterChange(await queuePassEntry(this.#options.store, pass, this.#actor()));

  readonly cancelTickets = async (orders: readonly number[], reason: string): Promise<void> =>
    this.#afterChange(await queueCancellations(this.#options.store, { orders, reason }, this.#actor()));

  readonly countPrint = async (order: number): Promise<void> => {
    await countPrint(this.#options.store, order);
    await this.refresh();
    this.#options.announce();
  };

  readonly repeatedVehicle = (vehicleNumber: string): TicketEntry | undefined =>
    repeatedVehicle(this.#view.entries, vehicleNumber, this.#options.now());

  /**
   * A phone without a secret then requests a new device code, which comes with a secret. Until it arrives, tickets have
   * the old code.
   */
  readonly openShift = async (cash: Cents): Promise<void> => {
    await this.#afterChange(await queueShiftOpening(this.#options.store, cash, this.#actor()));
    if (canSign() && currentSession()) void this.#claimCode((phone) => !phone.deviceSecret).catch(() => undefined);
  };

  /** Loads the stalls with their tenants. They stay on the phone until the user signs out. */
  readonly loadWalk = async (): Promise<void> => {
    const stalls = await this.#asSignedIn(calls.walkStalls, {});
    const at = this.#options.now();
    await this.updatePhone(() => ({ walk: { at, stalls } }));
  };

  readonly recordWalk = async (input: WalkInput): Promise<void> => {
    try {
      await this.#afterChange(await queueWalk(this.#options.store, input, this.#actor()));
    } catch (error) {
      if (!(error instanceof TooManyPictures)) throw error;
      throw new CallError(0, { code: 'too_large', message: t('gate-app.walk.tooManyPictures') });
    }
  };

  readonly countCash = async (counted: Cents): Promise<void> =>
    this.#afterChange(await queueCount(this.#options.store, counted, this.#actor()));

  readonly closeShift = async (reason: string): Promise<void> =>
    this.#afterChange(await queueShiftClosing(this.#options.store, reason, this.#actor()));

  readonly explainClosing = async (order: number, reason: string): Promise<void> =>
    this.#afterChange(await explainClosing(this.#options.store, order, reason));

  readonly markReported = async (order: number): Promise<void> =>
    this.#afterChange(await markReported(this.#options.store, order));

  readonly updatePhone = async (change: (phone: Phone) => Partial<Phone>): Promise<void> => {
    await this.#options.store.change(async (state) => {
      const phone = await state.phone();
      await state.savePhone({ ...phone, ...change(phone) });
    });
    await this.#afterChange(undefined);
  };

  readonly signIn = async (email: string, password: string): Promise<Language | null> =>
    this.#welcome(await this.#options.server(calls.login, { body: { email, password } }));

  readonly finishSignIn = async (challenge: string, proof: Proof): Promise<Language | null> =>
    this.#welcome(await this.#options.server(calls.finishLogin, { body: { ...proof, challenge } }));

  async #welcome(answer: Answer<typeof session.login>): Promise<Language | null> {
    storeSignIn(answer);
    await this.#adoptSession();
    return answer.language;
  }

  /** Saves the chosen language in the account. A failure is ignored, because the phone itself stores the choice. */
  readonly tellLanguage = async (language: Language): Promise<void> => {
    if (currentSession()) await this.#asSignedIn(calls.setLanguage, { body: { language } }).catch(() => undefined);
  };

  readonly changePassword = async (currentPassword: string, newPassword: string): Promise<void> => {
    await this.#asSignedIn(calls.changePassword, { body: { currentPassword, newPassword } });
    const session = currentSession();
    if (session) storeSession({ ...session, mustChangePassword: false });
  };

  readonly signOut = async (): Promise<void> => {
    const token = currentSession()?.token;
    await this.updatePhone(() => ({ person: null, walk: undefined, vehicles: [], passes: [] }));
    clearSession();
    if (token !== undefined) await this.#options.server(calls.logout, {}, { token }).catch(() => undefined);
  };

  readonly fetchDeviceCode = async (): Promise<void> => {
    await this.#claimCode(({ deviceCode }) => deviceCode === null);
    await this.refresh();
  };

  async #claimCode(isWanted: (phone: Phone) => boolean): Promise<void> {
    await this.#options.runExclusively(async () => {
      if (!isWanted((await this.#options.store.read()).phone)) return;
      const { device } = await this.#asSignedIn(calls.addDevice, { body: { signed: canSign() } });
      const { letters: deviceCode, secret: deviceSecret } = device;
      await this.updatePhone((phone) => ({
        deviceCode,
        deviceSecret,
        last: phone.deviceCode === deviceCode ? phone.last : 0,
      }));
    });
  }

  /**
   * Checks a ticket. `before` is the time at which this phone first found the ticket valid; undefined if this is the
   * first time, or if the ticket is not valid.
   */
  readonly check = async (number: string): Promise<{ answer: CheckAnswer; before: Instant | undefined }> => {
    const answer = await this.#asSignedIn(calls.check, { params: { number } });
    const { state, sanitation, vehicle } = answer;
    if (state !== 'valid') return { answer, before: undefined };
    const ticket = sanitation ? `sanitation ${sanitation.id}` : `vehicle ${vehicle?.id ?? number}`;
    const before = this.#view.phone.checked.find((one) => one.ticket === ticket)?.at;
    const at = this.#options.now();
    if (before === undefined)
      await this.updatePhone(({ checked }) => ({ checked: [{ ticket, at }, ...checked].slice(0, MOST_CHECKED) }));
    return { answer, before };
  };

  /** Returns what the user holds of counted cash and floats, in rupees, as the server knows it. */
  readonly loadHeld = async (): Promise<number> => (await this.#asSignedIn(calls.ownCash, {})).held;

  /** Loads prices, types and passes. After a failure the stored ones apply. */
  async #loadTariffs(): Promise<void> {
    const token = currentSession()?.token;
    const now = Date.parse(this.#options.now());
    if (token === undefined || this.#isLoadingTariffs || Math.abs(now - this.#tariffsLoaded) < RELOAD_MS) return;
    this.#isLoadingTariffs = true;
    try {
      const [answer, vehicleTypes, listed] = await Promise.all([
        this.#options.server(calls.tariff, {}, { token }),
        this.#options.server(calls.vehicleTypes, {}, { token }),
        this.#options.server(calls.passes, {}, { token }),
      ]);
      const loaded = { tariffs: readTariffs(answer), vehicleTypes, passes: readPasses(listed) };
      this.#tariffsLoaded = now;
      const { tariffs, vehicleTypes: types, passes } = this.#view.phone;
      if (JSON.stringify(loaded) !== JSON.stringify({ tariffs, vehicleTypes: types, passes }))
        await this.updatePhone(() => loaded);
    } catch {
      // Nothing to do: the next call of `nudge` tries again.
    } finally {
      this.#isLoadingTariffs = false;
    }
  }

  /** Takes over the session in local storage, which may be one that the user opened in the office. */
  async #adoptSession(): Promise<void> {
    const session = currentSession();
    const known = this.#view.phone.person;
    if (session && (known?.email !== session.email || known.account !== session.account)) {
      const { account, email, name, role } = session;
      const person: Person = { account, email, name, role };
      await adoptEntries(this.#options.store, person);
      await this.updatePhone(() => ({ person, walk: undefined }));
    } else this.nudge();
    this.#show({ ...this.#view });
  }

  #actor() {
    const { person } = this.#view.phone;
    if (!person) throw new Error('This phone has no user.');
    return { by: keyOf(person), email: person.email, at: this.#options.now() };
  }

  async #afterChange<Result>(result: Result): Promise<Result> {
    await this.refresh();
    this.#options.announce();
    this.nudge();
    return result;
  }

  async #send(onSent: () => void) {
    const person = currentSession() ?? this.#view.phone.person;
    const by = person && keyOf(person);
    if (!by || !(await this.#options.store.nextWaiting(by, 0))) return { stop: undefined, hasWaiting: false };
    return this.#options.runExclusively(() =>
      sendQueue(this.#options.store, by, {
        sendOne: (entry, cancelled) => this.#sendOne(entry, cancelled),
        onSent: () => {
          onSent();
          void this.refresh();
          this.#options.announce();
        },
      }),
    );
  }

  async #sendOne(entry: QueueEntry, cancelled: TicketEntry | undefined) {
    const session = currentSession();
    if (!session || keyOf(session) !== entry.by)
      return { kind: 'stopped', why: { reason: 'signed-out', message: '' } } as const;
    const { deviceCode, deviceSecret } = this.#view.phone;
    const sending = { token: session.token, at: this.#options.now(), device: { deviceCode, deviceSecret } };
    const outcome = await sendEntry(this.#options.server, sending, { entry, cancelled });
    if (outcome.kind === 'stopped') applyStop(outcome.why.reason, session.token);
    return outcome;
  }

  async #asSignedIn<C extends Call>(call: Address<C>, sending: Sending<C>): Promise<Answer<C>> {
    const token = currentSession()?.token;
    try {
      if (token === undefined) throw new CallError(401, { code: 'unauthorized', message: t('gate-app.signIn.first') });
      return await this.#options.server(call, sending, { token });
    } catch (error) {
      if (token !== undefined && error instanceof CallError && error.code === 'unauthorized')
        applyStop('signed-out', token);
      throw error;
    }
  }

  #show(view: GateView): void {
    this.#view = view;
    this.#changed.dispatchEvent(new Event('change'));
  }
}

function storeSignIn(answer: Answer<typeof session.login>): void {
  const { token, role, name, email, account_id } = answer;
  storeSession({
    token,
    role,
    name,
    email,
    account: String(account_id),
    mustChangePassword: answer.must_change_password,
    mustAddFactor: answer.must_add_factor,
  });
}

function applyStop(reason: string, token: string): void {
  const session = currentSession();
  if (session?.token !== token) return;
  if (reason === 'signed-out') clearSession();
  // The session is stored only if it changes, because the gate tries to send again after each change of the stored
  // session.
  if (reason === 'add-factor' && !session.mustAddFactor) storeSession({ ...session, mustAddFactor: true });
  if (reason === 'new-password' && !session.mustChangePassword) storeSession({ ...session, mustChangePassword: true });
}
