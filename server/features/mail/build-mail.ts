import type { ActionContext } from '../../action-context.ts';
import { loadRarePart } from '../../load-part.ts';

export interface MailParts {
  sender: string;
  recipient: { name: string; address: string };
  /** The id of the email, without angle brackets. */
  messageId: string;
  subject: string;
  text: string;
  pdf?: { name: string; content: Buffer };
  headers?: Record<string, string>;
}

export async function buildMail(
  { sender, recipient, messageId, subject, text, pdf, headers = {} }: MailParts,
  at: ActionContext['now'],
): Promise<{ from: string; content: Buffer }> {
  const { default: MailComposer } = await loadRarePart(
    'composing emails',
    () => import('nodemailer/lib/mail-composer'),
  );
  const mime = new MailComposer({
    from: sender,
    to: recipient,
    subject,
    text,
    attachments: pdf ? [{ filename: `${pdf.name}.pdf`, content: pdf.content, contentType: 'application/pdf' }] : [],
    headers,
    messageId: `<${messageId}>`,
    date: new Date(at),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from } = mime.getEnvelope();
  if (!from) throw new Error(`the sender contains no email address: ${sender}`);
  return { from, content: await mime.build() };
}

/** Returns the id of an email. An email that is sent again has the same id, so that the duplicate can be recognised. */
export function messageIdOf(name: string, sender: string): string {
  return `${name}@${/@([\w.-]+)/.exec(sender)?.[1] ?? 'localhost'}`;
}
