import type { Stop } from './send-queue.ts';

/** How sending goes, for the screen. */
export type SendingState =
  | { state: 'resting' }
  | { state: 'sending' }
  /** It tries again by itself; `stop` says why it has to, when it is not only for a clock that is ahead. */
  | { state: 'pausing'; stop: Stop | undefined }
  /** It tries again when somebody signs in, or asks for it. */
  | { state: 'stopped'; stop: Stop };

/** What the sender needs of its world. */
interface SenderWorld {
  /** Sends all that waits and tells of each that is through; gives what sendQueue gives. Never by two tabs at once. */
  send: (onSent: () => void) => Promise<{ stop: Stop | undefined; isLeft: boolean }>;
  onChange: (state: SendingState) => void;
}

const PAUSES_MS = [1000, 2000, 4000, 8000, 16_000, 30_000];

const UNSENT = {
  stop: { reason: 'no answer', message: 'This phone could not read its queue.' },
  isLeft: true,
} as const;

/** Sends the queue again and again until it is empty, with growing pauses of at most 30 seconds between tries. */
export class Sender {
  readonly #world: SenderWorld;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isSending = false;
  #isAskedAgain = false;
  #isOver = false;

  constructor(world: SenderWorld) {
    this.#world = world;
  }

  /** Tries now: something was added, the network came back, somebody looks at the screen. */
  nudge(): void {
    if (this.#isOver) return;
    if (this.#isSending) {
      this.#isAskedAgain = true;
      return;
    }
    clearTimeout(this.#timer);
    void this.#run();
  }

  /** Ends all tries of this tab. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    this.#isSending = true;
    this.#isAskedAgain = false;
    // After a failure the screen goes on saying why things wait, until one of them is through.
    if (this.#failures === 0) this.#world.onChange({ state: 'sending' });
    const { stop, isLeft } = await this.#world.send(() => this.#goOn()).catch(() => UNSENT);
    this.#isSending = false;
    if (this.#isOver) return;
    const isFailed = isLeft && (stop === undefined || stop.reason === 'no answer');
    if (stop && stop.reason !== 'no answer') this.#world.onChange({ state: 'stopped', stop });
    else if (isFailed) this.#pause(stop);
    else {
      this.#failures = 0;
      this.#world.onChange({ state: 'resting' });
      if (this.#isAskedAgain) this.nudge();
    }
  }

  #goOn(): void {
    this.#failures = 0;
    if (!this.#isOver) this.#world.onChange({ state: 'sending' });
  }

  #pause(stop: Stop | undefined): void {
    // Somebody asked while a try was hanging: that try says little about the network of now.
    const pause = this.#isAskedAgain ? PAUSES_MS[0] : PAUSES_MS[Math.min(this.#failures, PAUSES_MS.length - 1)];
    this.#failures += 1;
    this.#world.onChange({ state: 'pausing', stop });
    this.#timer = setTimeout(() => this.nudge(), pause);
  }
}
