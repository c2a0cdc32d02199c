import type { Sending } from '#contract/call.ts';
import { type Centre, type centre, centreSchema, contactOf, homeOf } from '#contract/centre.ts';
import exampleCentre from '#contract/example-centre.json' with { type: 'json' };
import type { mail } from '#contract/mail.ts';

const EXAMPLE: Centre = centreSchema.parse(exampleCentre);

export const CONTACT: Sending<typeof centre.setContact>['body'] = {
  ...contactOf(EXAMPLE),
  hotline: '066 000 1234',
  openingHours: { opens: '04:30', closes: '22:00', text: { en: 'Daily from 4.30 a.m.', si: '', ta: '' } },
};

export const HOME: Sending<typeof centre.setHome>['body'] = {
  ...homeOf(EXAMPLE),
  homeText: { en: 'Our market.', si: 'අපේ වෙළඳපොළ.', ta: '' },
  mission: [{ en: 'Fair prices', si: 'සාධාරණ මිල', ta: '' }],
};

export const BANK = { bankText: 'Example Bank, account 0000-1111', vatRegistration: '' };

export const MAIL_SERVER: Sending<typeof mail.setServer>['body'] = {
  host: '127.0.0.1',
  port: 9,
  security: 'none',
  user: 'clerk',
  password: 'a secret of the mail server',
  sender: 'Market office <office@market.example>',
  missing_list_to: '',
};

export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
