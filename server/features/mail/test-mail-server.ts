import type { Answer } from '#contract/call.ts';
import type { mail } from '#contract/mail.ts';
import { type ApiMessageKey, apiMessage, message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import { countAttempt } from '../../db/rate-limits.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { buildMail, messageIdOf } from './build-mail.ts';
import { DeliveryError, MailConnection, OPEN_PASSWORD } from './open-connection.ts';
import { readMailServer } from './read-mail-server.ts';

const MOST_MS = 20_000;
const MOST_A_MINUTE = 5;
const LONGEST_REPLY = 200;

type TestResult = Unworded<Answer<typeof mail.testServer>>;

export async function testMailServer(app: AppContext, context: ActionContext): Promise<TestResult> {
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
