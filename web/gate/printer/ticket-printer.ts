import type { PhonePrinter } from './phone-printer.ts';
import { ASK_PAPER, type DotPicture, isOutOfPaper, printCommands } from './print-commands.ts';
import { type LinkOptions, type OpenLink, type PrinterLink, within } from './printer-link.ts';

type PrinterChoice = Pick<PhonePrinter, 'kind' | 'baudRate' | 'hasCutter'>;

export interface PrintJob {
  /** The number of the ticket. */
  number: string;
  /** Draws the ticket. `isAgain` is true if a part of it may already be on paper. */
  draw: (isAgain: boolean) => Promise<DotPicture>;
  /** Called when the printer has taken the whole ticket. The next one waits for it. */
  onPrinted: () => Promise<void>;
}

export interface PrinterState {
  /** `away`: the link is lost and opened again; `stopped`: it was tried MOST_TRIES times, and nothing is tried until somebody asks. */
  state: 'none' | 'connecting' | 'ready' | 'printing' | 'no-paper' | 'away' | 'stopped';
  name: string;
  /** The numbers of the tickets that wait for paper, the next one first. */
  waiting: readonly string[];
  /** How many tickets were not taken, because MOST_JOBS were waiting. */
  missed: number;
}

/** Tickets that wait. Those above are printed from the list of tickets. */
const MOST_JOBS = 50;
/** The longest time in which a printer takes a piece. One that waits longer has lost its link. */
const STALL_MS = 5000;
const ANSWER_MS = 400;
const PAPER_MS = 3000;
const TRY_MS = [1000, 2000, 4000, 8000, 15_000];
const MOST_TRIES = 40;
const NOTHING: PrinterState = { state: 'none', name: '', waiting: [], missed: 0 };

/** Prints tickets one after the other. A ticket is issued whatever happens here. */
export class TicketPrinter {
  readonly #open: OpenLink;
  readonly #changed = new EventTarget();
  readonly #jobs: (PrintJob & { isBegun: boolean })[] = [];
  #state = NOTHING;
  #choice: PrinterChoice | undefined;
  #link: PrinterLink | undefined;
  /** Printers that do not answer are not asked again until the link is opened anew. */
  #answers = true;
  #isRunning = false;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(open: OpenLink) {
    this.#open = open;
  }

  readonly state = (): PrinterState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#changed.addEventListener('change', listener);
    return () => this.#changed.removeEventListener('change', listener);
  };

  /** Opens the link. `isAsking` shows the list of devices, and needs a tap. Throws what the browser says. */
  async connect(choice: PrinterChoice, isAsking: boolean): Promise<void> {
    await this.#close();
    this.#choice = choice;
    this.#tries = 0;
    await this.#connect(isAsking);
  }

  /** Changes what is said of the printer that is connected. */
  choose(choice: PrinterChoice): void {
    if (this.#choice) this.#choice = choice;
  }

  /** Tries once more at once, because the screen is on again or somebody asks. */
  readonly retry = (): void => {
    this.#tries = 0;
    if (this.#link) void this.#run();
    else if (this.#state.state === 'away' || this.#state.state === 'stopped') void this.#reconnect();
  };

  async disconnect(): Promise<void> {
    this.#choice = undefined;
    this.#jobs.length = 0;
    await this.#close();
    this.#show(NOTHING);
  }

  /** Returns false if too many tickets wait. */
  print(job: PrintJob): boolean {
    const isTaken = this.#jobs.length < MOST_JOBS;
    if (isTaken) this.#jobs.push({ ...job, isBegun: false });
    this.#show({ missed: this.#state.missed + (isTaken ? 0 : 1) });
    void this.#run();
    return isTaken;
  }

  /** Prints none of the tickets that wait. */
  forget(): void {
    this.#jobs.length = 0;
    this.#show({ missed: 0, ...(this.#state.state === 'no-paper' && { state: 'ready' }) });
  }

  async #connect(isAsking: boolean): Promise<void> {
    const choice = this.#choice;
    if (!choice) return;
    this.#show({ state: 'connecting' });
    const options: LinkOptions = { baudRate: choice.baudRate, onGone: () => void this.#lose() };
    try {
      const link = await this.#open(choice.kind, options, isAsking);
      if (this.#choice === undefined) return void (await link?.close());
      if (!link) return this.#show({ state: 'stopped' });
      this.#link = link;
      this.#answers = true;
      this.#tries = 0;
      this.#show({ state: 'ready', name: link.name });
      void this.#run();
    } catch (error) {
      if (isAsking) {
        this.#choice = undefined;
        this.#show({ state: 'none' });
        throw error;
      }
      await this.#lose();
    }
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let job = this.#jobs[0]; job && this.#link; job = this.#jobs[0]) {
        if (await this.#isWithoutPaper(this.#link)) {
          this.#show({ state: 'no-paper' });
          this.#tryLater(PAPER_MS, () => void this.#run());
          return;
        }
        this.#show({ state: 'printing' });
        // What cannot be drawn is not tried again: the tickets after it would wait for it.
        const picture = await job.draw(job.isBegun).catch(() => undefined);
        if (picture) await this.#send(this.#link, job, picture);
        if (this.#jobs[0] === job) this.#jobs.shift();
        this.#tries = 0;
        // A phone without space cannot count, and still prints.
        if (picture) await job.onPrinted().catch(() => undefined);
        this.#show({ state: 'ready', missed: this.#state.missed + (picture ? 0 : 1) });
      }
    } catch {
      await this.#lose();
    } finally {
      this.#isRunning = false;
    }
  }

  async #send(link: PrinterLink, job: { isBegun: boolean }, picture: DotPicture): Promise<void> {
    for (const command of printCommands(picture, this.#choice?.hasCutter ?? false)) {
      for (let from = 0; from < command.length; from += link.piece) {
        const isTaken = await within(
          STALL_MS,
          link.write(command.slice(from, from + link.piece)).then(() => true),
        );
        if (!isTaken) throw new Error('The printer takes no more bytes.');
        job.isBegun = true;
      }
    }
  }

  async #isWithoutPaper(link: PrinterLink): Promise<boolean> {
    if (!this.#answers) return false;
    const answer = link.read(ANSWER_MS);
    await within(STALL_MS, link.write(ASK_PAPER));
    const state = await answer;
    this.#answers = state !== undefined;
    return state !== undefined && isOutOfPaper(state);
  }

  async #lose(): Promise<void> {
    await this.#close();
    if (!this.#choice) return;
    this.#show({ state: 'away' });
    this.#tryLater(TRY_MS[Math.min(this.#tries, TRY_MS.length - 1)] ?? 0, () => void this.#reconnect());
  }

  async #reconnect(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#connect(false);
  }

  #tryLater(ms: number, again: () => void): void {
    this.#tries += 1;
    clearTimeout(this.#timer);
    if (this.#tries > MOST_TRIES) this.#show({ state: 'stopped' });
    else this.#timer = setTimeout(again, ms);
  }

  async #close(): Promise<void> {
    clearTimeout(this.#timer);
    const link = this.#link;
    this.#link = undefined;
    // A device that was switched off cannot be closed, and closing it may never end.
    await within(
      STALL_MS,
      Promise.resolve(link?.close()).catch(() => undefined),
    );
  }

  #show(change: Partial<PrinterState>): void {
    this.#state = { ...this.#state, ...change, waiting: this.#jobs.map(({ number }) => number) };
    this.#changed.dispatchEvent(new Event('change'));
  }
}
