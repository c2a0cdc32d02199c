import { z } from 'zod';
import { runIdIn } from './bulk-actions.ts';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import {
  emailOrEmpty,
  instant,
  invoiceIdIn,
  orNone,
  repeatedMark,
  screenLine,
  shopIdIn,
  tenancyIn,
} from './scalars.ts';
import { statementPeriodIn } from './shops.ts';
import { mailStates } from './words.ts';

const MOST_MAILS = 2000;
export const NEWEST_MAILS = 100;

const mailResult = z.object({
  success: z.boolean(),
  invoice_id: z.string(),
  shop_id: z.string(),
  message: z.string(),
  state: z.enum(mailStates),
});
export type MailResult = z.output<typeof mailResult>;

const storedMail = z.object({
  mail_id: z.int(),
  invoice_id: z.string().nullable(),
  shop_id: z.string(),
  recipient: z.string(),
  state: z.enum(mailStates),
  message: z.string(),
  requested_by: z.string(),
  createdAt: instant,
  updatedAt: instant,
});
export type StoredMail = z.output<typeof storedMail>;

/** With `none` a password is sent only to a mail server on this machine, with `open` to every one. */
export const mailSecurities = ['tls', 'starttls', 'none', 'open'] as const;
const port = inputMessage('input.mail.port');
/** Matches a host name or an IPv4 or IPv6 address. The port is a separate field. */
const HOST = /^(?:[\w.-]*|(?:[\da-f]*:){2,7}[\da-f.]*)$/i;

const mailServerFields = {
  host: screenLine(253).refine((text) => HOST.test(text), inputMessage('input.mail.host')),
  port: z.int(port).min(1, port).max(65_535, port),
  security: z.enum(mailSecurities),
  user: screenLine(200),
  sender: screenLine(200).refine(
    (text) => text === '' || /^([^<>"]*<)?[^\s<>@",;]+@[\w-]+(\.[\w-]+)*>?$/.test(text),
    inputMessage('input.mail.sender'),
  ),
  /**
   * The email address to which a message is sent when an open day has no price list by the time of the alarms; empty to send
   * none.
   */
  missing_list_to: emailOrEmpty(200),
};

const mailServer = z.object({
  ...mailServerFields,
  has_password: z.boolean(),
  /**
   * The mail settings from the server's environment, which take precedence over the stored ones; null if they are not
   * set.
   */
  operator: z.object({ server: z.string().nullable(), sender: z.string().nullable() }),
});
export type MailServerAnswer = z.output<typeof mailServer>;

/** A missing `password` leaves the stored one unchanged; an empty one removes it. */
const mailServerIn = z.object({ ...mailServerFields, password: z.string().max(200).optional() });
export type MailServerInput = z.output<typeof mailServerIn>;

export const mail = {
  getServer: call({
    method: 'GET',
    path: '/api/settings/mail-server',
    permission: 'settings.read',
    summary: 'Get the mail server, without its password.',
    answer: mailServer,
    refusals: [],
  }),
  setServer: call({
    method: 'PUT',
    path: '/api/settings/mail-server',
    permission: 'settings.write',
    writes: 'versioned',
    summary:
      'Change the mail server (requires a verified session). Later emails are sent with it, unless the environment sets one.',
    body: mailServerIn,
    verified: 'always',
    answer: z.object({ message: z.string(), settings: mailServer }),
    refusals: ['verification_required'],
  }),
  testServer: call({
    method: 'POST',
    path: '/api/settings/mail-server/test',
    permission: 'settings.write',
    writes: 'unkeyed',
    summary: 'Send a test email to your own address, and get what the mail server answered. At most five in a minute.',
    answer: z.object({
      success: z.boolean(),
      message: z.string(),
      reply: z.string().nullable(),
    }),
    refusals: ['too_many_tries'],
  }),
  sendInvoices: call({
    method: 'POST',
    path: '/api/email/send-email',
    permission: 'books.write',
    writes: 'started',
    summary:
      'Email invoices to their tenants as PDF. Only the IDs are read; all amounts come from the database. Up to 50 are ' +
      'answered when they were sent. More, or those that take longer than a minute, are accepted: 202, and run_id names ' +
      'the run to follow. An invoice whose last email may have arrived is sent only with again=true.',
    body: z.object({
      invoices: z
        .array(z.looseObject({ invoice_id: invoiceIdIn, again: z.boolean().optional() }))
        .min(1, inputMessage('input.mail.none'))
        .max(MOST_MAILS, inputMessage('input.mail.too-many', { max: MOST_MAILS })),
    }),
    answer: z.object({ run_id: z.string(), results: z.array(mailResult), ...repeatedMark }),
    refusals: ['mail_queue_full'],
    maxBodyBytes: 10 * 1024 * 1024,
  }),
  sendStatement: call({
    method: 'POST',
    path: '/api/shops/:id/statement/email',
    permission: 'books.write',
    writes: 'started',
    summary: 'Email the statement of a tenancy to its tenant as PDF, and get the result.',
    params: z.object({ id: shopIdIn }),
    body: z.object({ ...tenancyIn, ...statementPeriodIn }),
    answer: z.object({ success: z.boolean(), message: z.string(), state: z.enum(mailStates), ...repeatedMark }),
    refusals: ['shop_not_found', 'tenancy_not_found', 'shop_has_no_tenant', 'tenant_has_no_email', 'mail_queue_full'],
  }),
  getRun: call({
    method: 'GET',
    path: '/api/email/runs/:id',
    permission: 'books.read',
    summary: 'Get the progress and the results of a request that sent emails.',
    params: z.object({ id: runIdIn }),
    answer: z.object({
      run_id: z.string(),
      total: z.int(),
      done: z.int(),
      results: z.array(mailResult),
    }),
    refusals: ['run_not_found'],
  }),
  list: call({
    method: 'GET',
    path: '/api/email/mails',
    permission: 'books.read',
    summary:
      `List the newest ${NEWEST_MAILS} emails, of one invoice if it is named. open=true lists those that are queued, ` +
      'being sent, or of an unknown result and not sent again since.',
    query: z.object({ invoice_id: orNone(invoiceIdIn), open: z.enum(['true', 'false']).optional() }),
    answer: z.array(storedMail),
    refusals: [],
  }),
};
