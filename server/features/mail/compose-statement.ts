import { statementPaper } from '#contract/documents/statement-paper.ts';
import { message } from '#contract/messages/message.ts';
import type { Statement } from '#contract/shops.ts';
import type { ActionContext } from '../../action-context.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import { drawStatement } from '../shop-summary/draw-statement.ts';
import { buildMail, type MailParts } from './build-mail.ts';

export async function composeStatement(
  statement: Statement,
  envelope: Pick<MailParts, 'sender' | 'recipient' | 'messageId'>,
  at: ActionContext['now'],
): Promise<{ from: string; content: Buffer }> {
  const parts = {
    ...envelope,
    subject: statementPaper(statement).name,
    text: writeText(statement),
    pdf: {
      name: `statement-${statement.shop_id}-${statement.today}`,
      content: await makePdf(drawStatement(statement)),
    },
  };
  return buildMail(parts, at);
}

function writeText(statement: Statement): string {
  const page = statementPaper(statement).pages.at(-1);
  if (!page) throw new Error('a statement has no page');
  const { shop_id: shop, shop_name: shopName, tenant_name: name, language } = statement;
  return [
    message('mail.invoice.greeting', { name }, language),
    '',
    message('mail.statement.attached', { shop, shopName }, language),
    '',
    ...(page.result === undefined ? [] : [page.result]),
    ...page.foot,
    '',
    page.sender,
    ...page.senderLines,
    '',
  ].join('\n');
}
