import type { FastifyBaseLogger } from 'fastify';
import { dayOf } from '#billing/calendar.ts';
import { sumCents, writeDecimal } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database, Writer } from '../../db/connect.ts';
import { takeTurns } from '../../turns.ts';
import { subjectOf, writeAudit } from '../audit/write-audit.ts';
import { loadLedgerForUpdate, numberOfPayment } from '../ledger/load-ledger.ts';
import { recomputeLedger } from '../ledger/recompute-ledger.ts';
import { listDuePromises, type PromisedLedger, setCounted } from './queries.ts';

/**
 * Counts the post-dated cheques whose day has come. They take effect at the first instant of their day, whenever this
 * runs, so a server that starts later comes to the same ledgers.
 */
export async function countDueCheques(
  { database, log }: { database: Database; log: FastifyBaseLogger },
  context: ActionContext,
): Promise<void> {
  for (const ledger of await listDuePromises(database.reader, dayOf(context.now))) {
    await takeTurns();
    try {
      await database.write((tx) => countCheques(tx, context, ledger));
    } catch (error) {
      log.error({ err: error, shopId: ledger.shop_id }, 'a cheque whose day has come could not be counted');
    }
  }
}

async function countCheques(tx: Writer, context: ActionContext, { shop_id, tenancy_id }: PromisedLedger) {
  const opened = await loadLedgerForUpdate(tx, shop_id, tenancy_id);
  const today = dayOf(context.now);
  const due = opened.rows.filter(
    (row) => row.counted_at === null && row.counts_from !== null && row.counts_from <= today,
  );
  for (const { id, counts_from } of due) if (counts_from !== null) await setCounted(tx, id, counts_from);
  await recomputeLedger(tx, context, { before: opened });
  for (const payment of due.filter(({ kind }) => kind === 'payment')) {
    const corrections = due.filter((row) => row.payment_id === payment.id);
    await writeAudit(tx, context, {
      type: 'Cheque Counted',
      description: apiMessage('payments.audit.counted', { id: String(payment.id), date: payment.counts_from ?? '' }),
      subject: subjectOf(opened),
      ...numberOfPayment(opened, payment),
      newValue: writeDecimal(sumCents([payment, ...corrections].map((row) => row.cents))),
    });
  }
}
