import { dayOf } from '#billing/calendar.ts';
import { writeDay, writeInstant } from '#contract/messages/day-words.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Config } from '../../config.ts';
import { presentAnchor } from '../audit/present.ts';
import { findHead } from '../audit/queries.ts';
import { type RunContext, type RunEnd, type RunOf, trackRun } from '../bulk-actions/track-run.ts';
import { openCentre } from '../centre/open-centre.ts';
import { isListMissing } from '../market-days/find-closed-days.ts';
import { buildMail, messageIdOf } from './build-mail.ts';
import { deliverMail } from './deliver-mail.ts';
import { MailConnection, type OutgoingMail } from './open-connection.ts';
import { type MailServerAddress, mailSetting, readMailServer } from './read-mail-server.ts';
import { LIMITS } from './send-mails.ts';

type MailContext = RunContext & { config: Config };

interface DailyMail {
  action: RunOf['action'];
  to: string;
  subject: string;
  lines: readonly string[];
}

/** Emails the anchor of the audit log once a day. */
export async function mailAnchor(world: MailContext, context: ActionContext): Promise<RunEnd | undefined> {
  const { database, config } = world;
  const { anchorEmail: to } = config;
  if (to === undefined) return undefined;
  const day = dayOf(context.now);
  const market = await readMarketName(world);
  const anchor = presentAnchor(await findHead(database.reader), { market, day });
  if (!anchor) return undefined;
  const lines = [
    message('mail.anchor.keep', { market, time: writeInstant(context.now) }),
    '',
    anchor.line,
    message('mail.anchor.code', { code: anchor.code }),
    '',
    message('mail.anchor.check'),
  ];
  const subject = message('mail.anchor.subject', { market, day: writeDay(day) });
  return mailOnce(world, context, { action: 'anchor', to, subject, lines });
}

/**
 * Emails a report if today is an open day without a price list. Sends nothing if the settings have no address for it.
 */
export async function mailMissingList(world: MailContext, context: ActionContext): Promise<RunEnd | undefined> {
  const { reader } = world.database;
  const { missing_list_to: to } = await mailSetting.read(reader);
  const day = dayOf(context.now);
  if (to === '' || !(await isListMissing(reader, day))) return undefined;
  const subject = message('mail.missingList.subject', { market: await readMarketName(world), day: writeDay(day) });
  const lines = [message('mail.missingList.text'), '', message('mail.missingList.once')];
  return mailOnce(world, context, { action: 'missing-list', to, subject, lines });
}

async function readMarketName({ database, config }: MailContext): Promise<string> {
  return (await openCentre(database.reader, config)).facts.name.en;
}

/**
 * Sends an automatic email once a day. If it is unknown whether the email arrived, it counts as sent. After a failure
 * the email is retried every hour until the day ends.
 */
async function mailOnce(
  world: MailContext,
  context: ActionContext,
  { action, to, subject, lines }: DailyMail,
): Promise<RunEnd | undefined> {
  const { database, config } = world;
  const { address, sender } = await readMailServer(database.reader, { config, auditKeys: database.auditKeys });
  if (!address) return undefined;
  const day = dayOf(context.now);
  const parts = {
    sender,
    recipient: { name: '', address: to },
    messageId: messageIdOf(`${action}-${day}`, sender),
    subject,
    text: [...lines, ''].join('\n'),
  };
  return trackRun<RunEnd>(world, context, {
    run: { id: context.requestId, action, period: day },
    work: async () => send(address, { to, ...(await buildMail(parts, context.now)) }),
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
