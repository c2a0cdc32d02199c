import { Readable } from 'node:stream';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

/** A mail as the server gets it. */
export interface OutgoingMail {
  from: string;
  to: string;
  content: Buffer;
}

/** Why a letter did not get through, and how far it came. */
export class DeliveryError extends Error {
  /** Its first byte was on the way, so only the server's reply tells whether it arrived. */
  readonly isHandedOver: boolean;
  /** What the server said, such as `550 No such mailbox`. */
  readonly reply: string | undefined;
  /** The number at the beginning of that. */
  readonly replyCode: number | undefined;
  /** nodemailer's name for the fault, such as EAUTH. */
  readonly code: string | undefined;

  constructor(cause: unknown, isHandedOver: boolean) {
    super('a mail did not get through', { cause });
    this.name = 'LetterFault';
    const { response, responseCode, code } = cause as Partial<Record<string, unknown>>;
    this.isHandedOver = isHandedOver;
    this.reply = typeof response === 'string' ? response : undefined;
    this.replyCode = typeof responseCode === 'number' ? responseCode : undefined;
    this.code = typeof code === 'string' ? code : undefined;
  }
}

/** How long a server may be silent, in milliseconds; each may stand in SMTP_URL instead, as `?socketTimeout=20000`. */
const PATIENCE = {
  dnsTimeout: 5000,
  connectionTimeout: 8000,
  greetingTimeout: 8000,
  socketTimeout: 15_000,
  socketCloseTimeout: 500,
};

/**
 * A line to the mail server that SMTP_URL names: one connection, made when it is needed and kept for the next letter. It
 * stands below nodemailer's own pool because that does not tell whether a letter that failed had already been handed
 * over, and so cannot try again without the risk of sending twice.
 */
export class MailConnection {
  readonly #server: ReturnType<typeof parseConnectionUrl>;
  #connection: SMTPConnection | undefined;

  constructor(smtpUrl: string) {
    this.#server = { ...PATIENCE, ...parseConnectionUrl(smtpUrl) };
  }

  /** Hands over a letter; resolves when the server has taken it. Throws a LetterFault, also when the signal gives up. */
  async send({ from, to, content }: OutgoingMail, signal: AbortSignal): Promise<void> {
    let isHandedOver = false;
    // Nobody reads it before the server has answered DATA with its go-ahead.
    const stream = new Readable({
      read() {
        isHandedOver = true;
        this.push(content);
        this.push(null);
      },
    });
    try {
      const connection = this.#connection ?? (await this.#open(signal));
      this.#connection = connection;
      await step(connection, signal, (done) => connection.send({ from, to, size: content.length }, stream, done));
    } catch (error) {
      this.#connection?.close();
      this.#connection = undefined;
      throw new DeliveryError(error, isHandedOver);
    }
  }

  /** Takes leave of the server. */
  close(): void {
    this.#connection?.quit();
    this.#connection = undefined;
  }

  async #open(signal: AbortSignal): Promise<SMTPConnection> {
    const connection = new SMTPConnection(this.#server);
    // A server that ends an idle connection is met by the next letter; nobody else need hear of it.
    connection.on('error', () => {});
    await step(connection, signal, (done) => connection.connect(done));
    const { auth } = this.#server;
    if (auth && connection.allowsAuth)
      await step(connection, signal, (done) => connection.login({ ...auth, credentials: { ...auth } }, done));
    return connection;
  }
}

/** One exchange with the server; its errors may come to the callback or as an event, and the signal ends it. */
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
    const giveUp = () => finish(new Error('there was no time left'));
    signal.addEventListener('abort', giveUp);
    connection.once('error', finish);
    if (signal.aborted) giveUp();
    else run(finish);
  });
}
