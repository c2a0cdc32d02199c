import { mail } from '#contract/mail.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { findLedgerMark } from '../ledger/queries.ts';
import type { MailSource } from './load-mail.ts';
import { presentMail, presentMailResult, presentUnknownInvoice } from './present.ts';
import { type ListedMailRow, listMails, listRunMails, listUnknownMails } from './queries.ts';
import { type MailRun, queueInvoices, queueStatement } from './queue-mails.ts';
import { presentMailServer, readMailServer } from './read-mail-server.ts';
import { mailOutbox } from './send-mails.ts';
import { setMailServer } from './set-mail-server.ts';
import { testMailServer } from './test-mail-server.ts';

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
