import { bankOf, type CentreContact, type CentreHome, centreSchema, contactOf, homeOf } from '#contract/centre.ts';
import { type MailServerAnswer, mail } from '#contract/mail.ts';
import exampleCentre from '#scripts/demo/assets/centre.json' with { type: 'json' };

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
