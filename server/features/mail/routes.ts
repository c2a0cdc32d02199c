import type { Answer } from '#contract/call.ts';
import { type MailResult, type MailServerInput, mail, type StoredMail } from '#contract/mail.ts';
import { type ApiMessageKey, apiMessage, message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { lockDataVersion, raiseDataVersion } from '../../db/data-version.ts';
import { countAttempt } from '../../db/rate-limits.ts';
import { changesOf } from '../../db/seal/watch-changes.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { endpoint } from '../../http/endpoint.ts';
import { restoreMessage } from '../audit/stored-message.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findLedgerMark } from '../ledger/queries.ts';
import { buildMail, messageIdOf } from './build-mail.ts';
import type { MailSource } from './load-mail.ts';
import { DeliveryError, MailConnection, OPEN_PASSWORD } from './open-connection.ts';
import { type ListedMailRow, listMails, listRunMails, listUnknownMails } from './queries.ts';
import { type MailRun, queueInvoices, queueStatement } from './queue-mails.ts';
import { mailSetting, presentMailServer, readMailServer } from './read-mail-server.ts';
import { mailOutbox } from './send-mails.ts';

const MOST_WAITED_FOR = 50;

export function mailRoutes(app: AppContext, { renewReminder }: Pick<MailSource, 'renewReminder'>): void {
  const { database, config, fastify } = app;
  const { reader } = database;
  const source = { config, auditKeys: database.auditKeys };
  const outbox = mailOutbox({
    ...app,
    renewReminder,
    onFault: (mailId, error) => fastify.log.warn({ err: error, mailId }, 'an email could not be sent or recorded'),
  });
  fastify.addHook('onListen', () => outbox.start());
  fastify.addHook('preClose', () => outbox.stop());

  const waitFor = async ({ run_id }: MailRun): Promise<ListedMailRow[]> => {
    outbox.wake();
    await outbox.waitUntil(async () => (await listRunMails(reader, run_id)).every(isFinal));
    return listRunMails(reader, run_id);
  };
  endpoint(app, mail.sendInvoices, {
    start: async ({ body, context }, tx) =>
      queueInvoices(tx, context, { server: await readMailServer(tx, source), invoices: body.invoices }),
    effectOf: mailEffect,
    async follow({ body }, run) {
      const numbers = uniqueNumbers(body.invoices);
      if (numbers.length > MOST_WAITED_FOR) outbox.wake();
      const rows = numbers.length > MOST_WAITED_FOR ? await listRunMails(reader, run.run_id) : await waitFor(run);
      return { answer: { ...run, results: await resultsOf(app, numbers, rows) }, isOver: rows.every(isFinal) };
    },
  });
  endpoint(app, mail.sendStatement, {
    async start({ params, body, context }, tx) {
      const { tenancy_id: tenancyId, from, to } = body;
      const server = await readMailServer(tx, source);
      return queueStatement(tx, context, { server, request: { shopId: params.id, tenancyId, from, to } });
    },
    effectOf: mailEffect,
    async follow(_, run) {
      const [row] = await waitFor(run);
      if (!row) throw new Error(`the statement of run ${run.run_id} is gone`);
      const { success, message, state } = presentMailResult(row);
      return { answer: { success, message, state }, isOver: isFinal(row) };
    },
  });
  endpoint(app, mail.getRun, async ({ params }) => {
    const rows = await listRunMails(reader, params.id);
    if (rows.length === 0) throw new Refusal('run_not_found');
    const results = rows.map(presentMailResult);
    return { run_id: params.id, total: rows.length, done: rows.filter(isFinal).length, results };
  });
  endpoint(app, mail.getServer, () => presentMailServer(reader, source));
  endpoint(app, mail.setServer, {
    async current(_, tx) {
      await lockDataVersion(tx);
      return presentMailServer(tx, source);
    },
    async record({ body, context }, tx) {
      await setMailServer(tx, context, body);
      return { message: apiMessage('mail.server.done'), settings: await presentMailServer(tx, source) };
    },
  });
  endpoint(app, mail.testServer, ({ context }) => testMailServer(app, context));
  endpoint(app, mail.list, async ({ query: { invoice_id: number, open } }) =>
    (await listMails(reader, { number, isOpen: open === 'true' })).map(presentMail),
  );
}

function isFinal({ state }: ListedMailRow): boolean {
  return state !== 'queued' && state !== 'sending';
}

function uniqueNumbers(invoices: readonly { invoice_id: string }[]): string[] {
  return [...new Map(invoices.map(({ invoice_id }) => [invoice_id.toLowerCase(), invoice_id])).values()];
}

/**
 * Returns the results in the requested order. If this run sent no email for an invoice, because an earlier one may have
 * arrived, the result is that of the earlier email.
 */
async function resultsOf({ database }: AppContext, numbers: readonly string[], rows: readonly ListedMailRow[]) {
  const ofRun = mapByNumber(rows);
  const others = numbers.filter((number) => !ofRun.has(number.toLowerCase()));
  const held = mapByNumber(await listUnknownMails(database.reader, others));
  return numbers.map((number) => {
    const row = ofRun.get(number.toLowerCase()) ?? held.get(number.toLowerCase());
    return row ? presentMailResult(row) : presentUnknownInvoice(number);
  });
}

function mapByNumber(rows: readonly ListedMailRow[]): Map<string, ListedMailRow> {
  return new Map(rows.map((row) => [String(row.number).toLowerCase(), row]));
}

/**
 * Returns a value that changes when an email has failed or the statement has changed. A repeated request then sends
 * again instead of repeating the first answer.
 */
async function mailEffect(tx: Writer, { run_id }: MailRun, { context }: { context: ActionContext }) {
  const rows = await listRunMails(tx, run_id);
  if (rows.some(({ state }) => state === 'failed')) return context.requestId;
  const [tenancyId, ...others] = new Set(rows.map(({ tenancy_id }) => tenancy_id));
  return others.length === 0 && typeof tenancyId === 'number' ? findLedgerMark(tx, tenancyId) : rows.length;
}

function presentMailResult(row: ListedMailRow): Unworded<MailResult> {
  return {
    success: row.state !== 'failed' && row.state !== 'unknown',
    invoice_id: row.number ?? '',
    shop_id: row.written_shop_id,
    message: restoreMessage(row.message),
    state: row.state,
  };
}

function presentUnknownInvoice(number: string): Unworded<MailResult> {
  return {
    success: false,
    invoice_id: number,
    shop_id: /^INV-(.+)-\d{6}$/i.exec(number)?.[1] ?? '',
    message: apiMessage('refusals.invoice_not_found'),
    state: 'failed',
  };
}

function presentMail(row: ListedMailRow): Unworded<StoredMail> {
  return {
    mail_id: row.id,
    invoice_id: row.number,
    shop_id: row.written_shop_id,
    recipient: row.recipient,
    state: row.state,
    message: restoreMessage(row.message),
    requested_by: row.requested_by,
    createdAt: row.requested_at,
    updatedAt: row.changed_at,
  };
}

async function setMailServer(
  tx: Writer,
  context: ActionContext,
  { password, ...given }: MailServerInput,
): Promise<void> {
  await mailSetting.change(tx, context, {
    value: (before) => ({ ...given, password: storedPassword(tx, password) ?? before.password }),
    // Public pages link to alerts only if alerts can be sent, so cached pages may be out of date now.
    alongside: () => raiseDataVersion(tx),
  });
}

/** Returns the given password as it is stored, or undefined if none is given. */
function storedPassword(tx: Writer, password: string | undefined): string | undefined {
  return password ? changesOf(tx).keyring.findOrMake().encrypt(password) : password;
}

const MOST_MS = 20_000;
const MOST_A_MINUTE = 5;
const LONGEST_REPLY = 200;

type TestResult = Unworded<Answer<typeof mail.testServer>>;

async function testMailServer(app: AppContext, context: ActionContext): Promise<TestResult> {
  const { database, config, centre } = app;
  const seconds = await countAttempt(database, {
    subject: `mail-test ${context.actor}`,
    most: MOST_A_MINUTE,
    now: context.now,
  });
  if (seconds !== undefined) throw new Refusal('too_many_tries', { retryAfterSeconds: seconds });
  const { address, sender } = await readMailServer(database.reader, { config, auditKeys: database.auditKeys });
  const market = centre.facts.name.en;
  const compose = () =>
    buildMail(
      {
        sender,
        recipient: { name: '', address: context.actor },
        messageId: messageIdOf(`test-${context.requestId}`, sender),
        subject: message('mail.test.subject', { market }),
        text: message('mail.test.text', { market }),
      },
      context.now,
    );
  const { isSent, key, reply } = address
    ? await send(new MailConnection(address), { ...(await compose()), to: context.actor })
    : NOT_SET_UP;
  const sentence = apiMessage(key, key === 'mail.test.sent' ? { recipient: context.actor } : {});
  await database.write((tx) => writeAudit(tx, context, { type: 'Mail Server Tested', description: sentence }));
  return { success: isSent, message: sentence, reply };
}

interface SendResult {
  isSent: boolean;
  key: ApiMessageKey;
  reply: string | null;
}

const NOT_SET_UP: SendResult = { isSent: false, key: 'mail.delivery.not_set_up', reply: null };

async function send(line: MailConnection, mail: Parameters<MailConnection['send']>[0]): Promise<SendResult> {
  const signal = AbortSignal.timeout(MOST_MS);
  try {
    const reply = await line.send(mail, { signal, beforeHandOver: async () => undefined });
    return { isSent: true, key: 'mail.test.sent', reply: shorten(reply) };
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    const cause = error.cause instanceof Error ? error.cause.message : '';
    const reply = error.isForeign ? null : shorten(error.reply ?? cause);
    return { isSent: false, key: faultOf(error, signal), reply };
  } finally {
    line.close();
  }
}

const FAULTS: Record<string, ApiMessageKey> = {
  EAUTH: 'mail.delivery.login_refused',
  EDNS: 'mail.test.unknown_host',
  ETLS: 'mail.test.no_encryption',
  [OPEN_PASSWORD]: 'mail.delivery.open_password',
  ETIMEDOUT: 'mail.test.no_answer',
};

function faultOf(error: DeliveryError, signal: AbortSignal): ApiMessageKey {
  if (error.isForeign) return 'mail.test.no_mail_server';
  const known = FAULTS[error.code ?? ''];
  if (known) return known;
  const words = error.cause instanceof Error ? error.cause.message : '';
  if (/certificate/i.test(words)) return 'mail.test.certificate';
  if (/\b(ssl|tls)\b/i.test(words)) return 'mail.test.no_encryption';
  if (signal.aborted) return 'mail.test.no_answer';
  return error.reply === undefined ? 'mail.test.unreachable' : 'mail.test.refused';
}

function shorten(reply: string): string | null {
  return reply.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_REPLY) || null;
}
