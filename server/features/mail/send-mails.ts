import { apiMessage } from '#contract/messages/message.ts';
import { loadRarePart } from '../../load-part.ts';
import { storeMessage } from '../audit/stored-message.ts';
import { type Delivery, deliverMail, failedDelivery } from './deliver-mail.ts';
import type { MailSource } from './load-mail.ts';
import { MailConnection } from './open-connection.ts';
import { findMail, type ListedMailRow, leaseMail } from './queries.ts';
import { readMailServer } from './read-mail-server.ts';
import { recordMail } from './record-mail.ts';
import { Outbox, type OutboxLimits, type OutboxWorld, type OutgoingLine } from './run-outbox.ts';

export type MailContext = MailSource & OutboxWorld;

export const LIMITS: OutboxLimits = {
  lines: 3,
  pausesMs: [500, 2000],
  answerMs: 50_000,
  mailMs: 60_000,
  graceMs: 5000,
};

/** The result when the mail server was removed after the email was queued. */
const NOT_SET_UP = failedDelivery('mail.delivery.not_set_up');

export function mailOutbox(world: MailContext, limits: OutboxLimits = LIMITS): Outbox<ListedMailRow> {
  const { database, config, clock } = world;
  let loginRefused: Delivery | undefined;
  const deliver = async (row: ListedMailRow, line: MailConnection, handOver: Parameters<MailConnection['send']>[1]) => {
    const { loadMail } = await loadRarePart('writing emails', () => import('./load-mail.ts'));
    const mail = await loadMail(world, row, clock.now());
    if ('notSent' in mail) return failedDelivery(mail.notSent);
    return deliverMail(line, mail, { ...handOver, pausesMs: limits.pausesMs });
  };
  const openLine = async (): Promise<OutgoingLine<ListedMailRow>> => {
    const { address } = await readMailServer(database.reader, { config, auditKeys: database.auditKeys });
    const line = address && new MailConnection(address);
    return {
      async deliver(row, handOver) {
        if (!line) return NOT_SET_UP;
        const delivery = loginRefused ?? (await deliver(row, line, handOver));
        if (delivery.isLoginRefused) loginRefused = delivery;
        return delivery;
      },
      close: () => line?.close(),
    };
  };
  const queue = {
    table: 'mails' as const,
    lease: leaseMail,
    find: findMail,
    openLine,
    sendingNote: ({ recipient }: ListedMailRow) => storeMessage(apiMessage('mail.delivery.sending', { recipient })),
    unknownNote: apiMessage('mail.delivery.unknown'),
    notComposed: failedDelivery('mail.delivery.not_composed'),
    record: recordMailTo(clock),
    unrecordedNote: (result: Delivery) =>
      storeMessage(apiMessage('mail.delivery.unrecorded', { result: result.message })),
    rest() {
      loginRefused = undefined;
    },
  };
  return new Outbox(world, queue, limits);
}

function recordMailTo(clock: OutboxWorld['clock']) {
  return async (
    ...[tx, row, { owner, outcome: state, message: result }]: Parameters<
      ConstructorParameters<typeof Outbox<ListedMailRow>>[1]['record']
    >
  ) => {
    const context = { actor: row.requested_by, requestId: row.request_id, now: clock.now() };
    await recordMail(tx, context, { row, owner, result: { state, message: storeMessage(result) } });
  };
}
