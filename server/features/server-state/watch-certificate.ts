import { once } from 'node:events';
import { isIP } from 'node:net';
import { checkServerIdentity, connect } from 'node:tls';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';

type Log = Pick<FastifyBaseLogger, 'warn'>;

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;
const LONGEST_MS = 10_000;
const HTTPS_PORT = 443;

/**
 * Looks at the certificate that the public address shows to this machine: at the start, then once a day, and after a
 * failure once an hour. Where the machine cannot reach its own public address, nothing is known about the certificate.
 */
export class CertificateWatch {
  readonly #address: URL | undefined;
  readonly #clock: Clock;
  readonly #ending = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #validUntilMs: number | undefined;
  #isNameWrong = false;

  constructor(publicUrl: string | undefined, clock: Clock) {
    const address = publicUrl === undefined ? undefined : new URL(publicUrl);
    this.#address = address?.protocol === 'https:' ? address : undefined;
    this.#clock = clock;
  }

  /** The days that are left; 0 or fewer for an expired certificate and for one of another name. */
  get daysLeft(): number | undefined {
    if (this.#validUntilMs === undefined) return undefined;
    const days = Math.floor((this.#validUntilMs - Date.parse(this.#clock.now())) / DAY_MS);
    return this.#isNameWrong ? Math.min(0, days) : days;
  }

  start(log: Log): void {
    if (!this.#address || this.#ending.signal.aborted) return;
    void this.#look(this.#address).then(
      () => this.#lookAfter(DAY_MS, log),
      (error: unknown) => {
        if (!this.#ending.signal.aborted)
          log.warn({ err: error }, 'the certificate of the public address could not be read');
        this.#lookAfter(HOUR_MS, log);
      },
    );
  }

  stop(): void {
    this.#ending.abort();
    clearTimeout(this.#timer);
  }

  #lookAfter(pauseMs: number, log: Log): void {
    if (!this.#ending.signal.aborted) this.#timer = setTimeout(() => this.start(log), pauseMs).unref();
  }

  async #look({ hostname, port }: URL): Promise<void> {
    const host = hostname.replace(/^\[|\]$/g, '');
    // An expired certificate must be read, not refused.
    const options = { host, port: Number(port || HTTPS_PORT), rejectUnauthorized: false };
    const socket = connect({ ...options, ...(isIP(host) === 0 && { servername: host }) });
    try {
      const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(LONGEST_MS)]);
      await once(socket, 'secureConnect', { signal });
      const certificate = socket.getPeerCertificate();
      const validUntilMs = Date.parse(certificate.valid_to);
      if (Number.isNaN(validUntilMs)) throw new Error('the certificate has no end');
      this.#validUntilMs = validUntilMs;
      this.#isNameWrong = checkServerIdentity(host, certificate) !== undefined;
    } finally {
      // Without a listener, an error after the time limit would end the process.
      socket.on('error', () => undefined).destroy();
    }
  }
}
