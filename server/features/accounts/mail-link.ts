import { writeInstant } from '#contract/figures.ts';
import type { Language } from '#contract/languages.ts';
import { type ApiMessage, apiMessage, message } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { buildMail, messageIdOf } from '../mail/build-mail.ts';
import { deliverMail } from '../mail/deliver-mail.ts';
import { MailConnection } from '../mail/open-connection.ts';
import { readMailServer } from '../mail/read-mail-server.ts';
import { LIMITS } from '../mail/send-mails.ts';
import type { MadeLink } from './make-link.ts';

/**
 * Sent at once and not queued, because a row of the outbox would store the token, of which only the hash is stored.
 */
export async function mailLink(
  { config, database, centre: { facts } }: Pick<AppContext, 'config' | 'database' | 'centre'>,
  { now, requestId }: ActionContext,
  { account, link, expiresAt, language }: MadeLink & { language: Language },
): Promise<{ message: ApiMessage; isSetUp: boolean }> {
  const { publicUrl } = config;
  const { address, sender } = await readMailServer(database.reader, { config, auditKeys: database.auditKeys });
  if (address === undefined || publicUrl === undefined)
    return { message: apiMessage('accounts.link.no_mail'), isSetUp: false };
  const values = {
    ...{ name: account.username, email: account.email, market: facts.name[language] },
    ...{ link: `${publicUrl}${link}`, time: writeInstant(expiresAt, language) },
  };
  const letter = await buildMail(
    {
      ...{ sender, recipient: { name: account.username, address: account.email } },
      messageId: messageIdOf(`link-${requestId}`, sender),
      subject: message('accounts.link.subject', values, language),
      text: [
        message('accounts.link.greeting', values, language),
        message('accounts.link.open', values, language),
        values.link,
        message('accounts.link.once', values, language),
        '',
      ].join('\n\n'),
    },
    now,
  );
  const line = new MailConnection(address);
  try {
    const { outcome } = await deliverMail(
      line,
      { to: account.email, ...letter },
      { signal: AbortSignal.timeout(LIMITS.answerMs), beforeHandOver: async () => undefined, pausesMs: [] },
    );
    const key = outcome === 'sent' ? 'accounts.link.mailed' : 'accounts.link.not_mailed';
    return { message: apiMessage(key, values), isSetUp: true };
  } finally {
    line.close();
  }
}
