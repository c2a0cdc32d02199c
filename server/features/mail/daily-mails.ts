import { dayOf } from '#billing/calendar.ts';
import type { AuditAnchor } from '#contract/audit.ts';
import { writeDay, writeInstant } from '#contract/figures.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Config } from '../../config.ts';
import { presentAnchor } from '../audit/present.ts';
import { findHead } from '../audit/queries.ts';
import { type RunContext, type RunEnd, trackRun } from '../bulk-actions/track-run.ts';
import { openCentre } from '../centre/open-centre.ts';
import { buildMail, messageIdOf } from './build-mail.ts';
import { deliverMail } from './deliver-mail.ts';
import { MailConnection, type OutgoingMail } from './open-connection.ts';
import { type MailServerAddress, readMailServer } from './read-mail-server.ts';
import { LIMITS } from './send-mails.ts';

type AnchorContext = RunContext & { config: Config };

/**
 * Emails the anchor once a day. An email that may have arrived counts as sent; a failed one is tried again after an
 * hour, until the day ends.
 */
export async function mailAnchor(world: AnchorContext, context: ActionContext): Promise<RunEnd | undefined> {
  const { database, config } = world;
  const { anchorEmail: to } = config;
  const { address, sender } = await readMailServer(database.reader, { config, auditKeys: database.auditKeys });
  if (!address || to === undefined) return undefined;
  const day = dayOf(context.now);
  const market = (await openCentre(database.reader, config)).facts.name.en;
  const anchor = presentAnchor(await findHead(database.reader), { market, day });
  if (!anchor) return undefined;
  return trackRun<RunEnd>(world, context, {
    run: { id: context.requestId, action: 'anchor', period: day },
    work: async () => send(address, { to, ...(await composeAnchor(anchor, { sender, to, market }, context)) }),
    endOf: (end) => end,
  });
}

async function send(address: MailServerAddress, mail: OutgoingMail): Promise<RunEnd> {
  const line = new MailConnection(address);
  try {
    const { pausesMs, mailMs } = LIMITS;
    const handOver = { signal: AbortSignal.timeout(mailMs), beforeHandOver: async () => undefined, pausesMs };
    const { outcome, message: result } = await deliverMail(line, mail, handOver);
    if (outcome === 'unknown') return { message: apiMessage('mail.anchor.unconfirmed'), failed: false };
    return { message: result, failed: outcome === 'failed' };
  } finally {
    line.close();
  }
}

function composeAnchor(
  { line, code }: AuditAnchor,
  { sender, to, market }: { sender: string; to: string; market: string },
  { now }: ActionContext,
): Promise<Omit<OutgoingMail, 'to'>> {
  const day = dayOf(now);
  const text = [
    message('mail.anchor.keep', { market, time: writeInstant(now) }),
    ['', line, message('mail.anchor.code', { code }), ''],
    [message('mail.anchor.check'), ''],
  ];
  const parts = {
    sender,
    recipient: { name: '', address: to },
    messageId: messageIdOf(`anchor-${day}`, sender),
    subject: message('mail.anchor.subject', { market, day: writeDay(day) }),
    text: text.flat().join('\n'),
  };
  return buildMail(parts, now);
}
