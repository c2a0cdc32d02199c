import { t } from '#web/i18n/t.ts';
import type { Stop } from './send-queue.ts';

export type SendingState =
  | { state: 'resting' }
  | { state: 'sending' }
  /** `stop` is undefined if entries wait only because the server's clock is behind this phone's. */
  | { state: 'pausing'; stop: Stop | undefined }
  | { state: 'stopped'; stop: Stop };

interface SenderOptions {
  /** Sends the queue. Only one tab at a time does this. */
  send: (onSent: () => void) => Promise<{ stop: Stop | undefined; hasWaiting: boolean }>;
  onChange: (state: SendingState) => void;
}

const PAUSES_MS = [1000, 2000, 4000, 8000, 16_000, 30_000];

/** Sends the queue repeatedly until it is empty. Pauses between tries grow to at most 30 seconds. */
export class Sender {
  readonly #options: SenderOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isSending = false;
  #isNudged = false;
  #isOver = false;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  nudge(): void {
    if (this.#isOver) return;
    if (this.#isSending) {
      this.#isNudged = true;
      return;
    }
    clearTimeout(this.#timer);
    void this.#run();
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    this.#isSending = true;
    this.#isNudged = false;
    // After a failure the screen shows the reason until an entry is sent.
    if (this.#failures === 0) this.#options.onChange({ state: 'sending' });
    const { stop, hasWaiting } = await this.#options.send(() => this.#onSent()).catch(unreadable);
    this.#isSending = false;
    if (this.#isOver) return;
    if (hasWaiting && (stop === undefined || stop.reason === 'no-answer')) return this.#pause(stop);
    this.#failures = 0;
    // A sign-in during the attempt may have removed the reason to stop.
    if (this.#isNudged) return this.nudge();
    this.#options.onChange(stop ? { state: 'stopped', stop } : { state: 'resting' });
  }

  #onSent(): void {
    this.#failures = 0;
    if (!this.#isOver) this.#options.onChange({ state: 'sending' });
  }

  #pause(stop: Stop | undefined): void {
    // If `nudge` was called during the attempt, the pause is short, because the network may have changed since the
    // attempt began.
    const pause = this.#isNudged ? PAUSES_MS[0] : PAUSES_MS[Math.min(this.#failures, PAUSES_MS.length - 1)];
    this.#failures += 1;
    this.#options.onChange({ state: 'pausing', stop });
    this.#timer = setTimeout(() => this.nudge(), pause);
  }
}

function unreadable() {
  return { stop: { reason: 'no-answer', message: t('gate-app.queue.unreadable') }, hasWaiting: true } as const;
}
