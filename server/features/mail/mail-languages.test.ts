import { expect, onTestFinished, test } from 'vitest';
import type { Language } from '#contract/languages.ts';
import { mail } from '#contract/mail.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import { openMailServer, readMail } from '../../testing/mail-server.ts';
import { openTestOffice } from '../../testing/office.ts';
import { readDrawnGlyphs, shapeWithHarfBuzz } from '../../testing/pdf.ts';

async function readMails(language: Language) {
  const server = await openMailServer();
  onTestFinished(() => server.close());
  const office = await openTestOffice({ SMTP_URL: server.url, MAIL_FROM: 'Market <office@pola.example>' });
  office.goTo('2026-11-20');
  await office.let('A-1');
  const [tenant] = await office.ask(tenants.list, {});
  const params = { id: String(tenant?.tenant_id) };
  await office.ask(tenancies.edit, { params, body: { agreement_number: '', agreement_note: '', language } });
  const { invoice_id } = await office.generate('A-1', '2026-11');
  await office.ask(mail.sendInvoices, { body: { invoices: [{ invoice_id }] } });
  await office.ask(mail.sendStatement, { params: { id: 'A-1' }, body: {} });
  return server.taken.map((taken) => {
    const { headers, text, attachment } = readMail(taken);
    return { subject: subjectIn(headers), lines: text.split(/\r?\n/), attachment };
  });
}

/** Returns the decoded subject: words that are not Latin are encoded, in pieces. */
function subjectIn(headers: readonly string[]): string {
  const subject = headers.find((header) => header.startsWith('Subject: '))?.slice('Subject: '.length) ?? '';
  return subject
    .replaceAll('?= =?', '?==?')
    .replaceAll(/=\?UTF-8\?B\?(.*?)\?=/gi, (_, text: string) => Buffer.from(text, 'base64').toString('utf8'))
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, text: string) =>
      decodeURIComponent(text.replaceAll('_', ' ').replaceAll('=', '%')),
    );
}

test.each([
  {
    language: 'en',
    invoice: 'Invoice INV-A-1-202611 for Nov 2026',
    statement: 'Statement of account, shop A-1, 20 Nov 2026',
    lines: ['Dear Nimal Perera,', 'Rent Amount: 8,000.00', 'Pay by 4 Dec 2026.', 'Pola Economic Centre'],
    result: 'Amount due on 20 Nov 2026: Rs. 11,800.00',
  },
  {
    language: 'si',
    invoice: '2026 නොවැම්බර් බිල්පත, අංක INV-A-1-202611',
    statement: 'ගිණුම් ප්‍රකාශය, කඩ කාමරය A-1, 2026 නොවැම්බර් 20',
    lines: ['ගරු Nimal Perera,', 'කුලිය: 8,000.00', '2026 දෙසැම්බර් 4 දින හෝ ඊට පෙර ගෙවන්න.', 'Pola Economic Centre'],
    result: '2026 නොවැම්බර් 20 දිනට ගෙවිය යුතු මුදල: රු. 11,800.00',
  },
  {
    language: 'ta',
    invoice: 'கட்டணப்பட்டியல் INV-A-1-202611: 2026 நவம்பர்',
    statement: 'கணக்குக் கூற்று, கடை A-1, 2026 நவம்பர் 20',
    lines: [
      'மதிப்புக்குரிய Nimal Perera,',
      'வாடகை: 8,000.00',
      '2026 டிசெம்பர் 4 அன்று அல்லது அதற்கு முன் செலுத்தவும்.',
      'Pola Economic Centre',
    ],
    result: '2026 நவம்பர் 20 அன்று செலுத்த வேண்டிய தொகை: ரூ. 11,800.00',
  },
] as const)("a tenant's emails are in the language of the tenancy: $language", { tags: ['slow'] }, async (expected) => {
  const [invoice, statement] = await readMails(expected.language);
  expect([invoice?.subject, statement?.subject]).toEqual([expected.invoice, expected.statement]);
  for (const line of expected.lines) expect(invoice?.lines).toContain(line);
  expect(statement?.lines).toContain(expected.lines[0]);
  expect(statement?.lines).toContain(expected.result);
});

test.each([
  ['si', 'Sinhala', 'NotoSansSinhala-Regular', 'බදුකරු'],
  ['ta', 'Tamil', 'NotoSansTamil-Regular', 'வாடகைதாரர்'],
] as const)(
  'the PDFs attached are in that language too: %s',
  { tags: ['slow'] },
  async (language, face, font, tenant) => {
    for (const { attachment } of await readMails(language))
      expect(readDrawnGlyphs(attachment, font).join()).toContain(shapeWithHarfBuzz(tenant, face).join());
  },
);
