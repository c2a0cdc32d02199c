import { bankOf, type CentreContact, type CentreHome, centreSchema, contactOf, homeOf } from '#contract/centre.ts';
import exampleCentre from '#contract/example-centre.json' with { type: 'json' };
import { type MailServerAnswer, mail } from '#contract/mail.ts';

const example = centreSchema.parse(exampleCentre);

export function testContact(more: Partial<CentreContact> = {}): CentreContact {
  return { ...contactOf(example), ...more };
}

export function testHome(more: Partial<CentreHome> = {}): CentreHome {
  return { ...homeOf(example), ...more };
}

export const testBank = bankOf(example);

export function mailServerOf(more: Partial<MailServerAnswer> = {}): MailServerAnswer {
  return mail.getServer.answer.parse({
    host: 'smtp.example.com',
    port: 465,
    security: 'tls',
    user: 'office',
    sender: '',
    missing_list_to: '',
    has_password: true,
    operator: { server: null, sender: null },
    ...more,
  });
}
