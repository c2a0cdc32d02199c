import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { loadRarePart } from '../../load-part.ts';
import type { MailServerAddress } from './read-mail-server.ts';

export interface OutgoingMail {
  from: string;
  to: string;
  content: Buffer;
}

export interface HandOver {
  signal: AbortSignal;
  beforeHandOver: () => Promise<void>;
}

/** Each line of a reply begins with its code (RFC 5321). */
const SMTP_REPLY = /^([2-5]\d\d([ -].*)?(\r?\n|$))+$/;

export class DeliveryError extends Error {
  /**
   * True once the first byte of the email has been sent. From then on, only the mail server's reply shows whether the
   * email arrived.
   */
  readonly isHandedOver: boolean;
  readonly reply: string | undefined;
  readonly replyCode: number | undefined;
  readonly code: string | undefined;
  /** True if what answered does not speak SMTP. What it said is not for the person who named its address. */
  readonly isForeign: boolean;

  constructor(cause: unknown, isHandedOver: boolean) {
    super('an email was not delivered', { cause });
    this.name = 'DeliveryError';
    const { response, responseCode, code } = cause as Partial<Record<string, unknown>>;
    this.isHandedOver = isHandedOver;
    const said = typeof response === 'string' ? response : undefined;
    this.isForeign = said !== undefined && !SMTP_REPLY.test(said);
    this.reply = this.isForeign ? undefined : said;
    this.replyCode = typeof responseCode === 'number' ? responseCode : undefined;
    this.code = typeof code === 'string' ? code : undefined;
  }
}

/** The code of the error when a password would be readable on the network. */
export const OPEN_PASSWORD = 'EOPENPASSWORD';
const THIS_MACHINE = /^(?:localhost|127(?:\.\d+){3}|::1)$/i;

/** The default timeouts, each of which SMTP_URL may override: `?socketTimeout=20000`. */
const TIMEOUTS_MS = {
  dnsTimeout: 5000,
  connectionTimeout: 8000,
  greetingTimeout: 8000,
  socketTimeout: 15_000,
  socketCloseTimeout: 500,
};

/** nodemailer's own pool does not report whether a failed email was handed over, so a retry might send it twice. */
export class MailConnection {
  readonly #server: MailServerAddress;
  #connection: SMTPConnection | undefined;

  constructor(address: MailServerAddress) {
    this.#server = { ...TIMEOUTS_MS, ...address };
  }

  /**
   * Sends an email. Throws a DeliveryError when that fails or the signal aborts. `beforeHandOver` is awaited once the
   * server has accepted the DATA command. If it throws, the email is not handed over.
   */
  async send({ from, to, content }: OutgoingMail, { signal, beforeHandOver }: HandOver): Promise<string> {
    let isHandedOver = false;
    const stream = Readable.from(
      (async function* () {
        await beforeHandOver();
        signal.throwIfAborted();
        isHandedOver = true;
        yield content;
      })(),
    );
    try {
      const connection = this.#connection ?? (await this.#open(signal));
      this.#connection = connection;
      let reply = '';
      await step(connection, signal, (done) =>
        connection.send({ from, to, size: content.length }, stream, (error, info) => {
          reply = info?.response ?? '';
          done(error);
        }),
      );
      return reply;
    } catch (error) {
      this.#connection?.close();
      this.#connection = undefined;
      throw new DeliveryError(error, isHandedOver);
    }
  }

  close(): void {
    this.#connection?.quit();
    this.#connection = undefined;
  }

  async #open(signal: AbortSignal): Promise<SMTPConnection> {
    const { default: Connection } = await loadRarePart(
      'sending emails',
      () => import('nodemailer/lib/smtp-connection'),
    );
    const connection = new Connection(this.#server);
    connection.on('error', () => {});
    await step(connection, signal, (done) => connection.connect(done));
    const { auth } = this.#server;
    if (!(auth && connection.allowsAuth)) return connection;
    if (!this.#mayLogIn(connection)) {
      connection.close();
      throw Object.assign(new Error('the password was not sent, because the connection is not protected'), {
        code: OPEN_PASSWORD,
      });
    }
    await step(connection, signal, (done) => connection.login({ ...auth, credentials: { ...auth } }, done));
    return connection;
  }

  #mayLogIn({ secure }: SMTPConnection): boolean {
    const { host = '', allowPlainPassword } = this.#server;
    return secure || allowPlainPassword === true || THIS_MACHINE.test(host);
  }
}

function step(
  connection: SMTPConnection,
  signal: AbortSignal,
  run: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (error?: Error | null) => {
      signal.removeEventListener('abort', giveUp);
      connection.off('error', finish);
      if (!error) return resolve();
      connection.close();
      reject(error);
    };
    const giveUp = () => finish(new Error('the time limit was reached'));
    signal.addEventListener('abort', giveUp);
    connection.once('error', finish);
    if (signal.aborted) giveUp();
    else run(finish);
  });
}
