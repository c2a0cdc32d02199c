import { test as base } from '@playwright/test';
import { openMailServer, type TestMailServer } from '#server/testing/mail-server.ts';

export const withPostOffice = base.extend<object, { postOffice: TestMailServer }>({
  postOffice: [
    async ({ browserName: _ }, use) => {
      const server = await openMailServer();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
});

export function mailsThrough(postOffice: TestMailServer): Record<string, string> {
  return { SMTP_URL: postOffice.url, MAIL_FROM: 'office@pola.example' };
}
