import { z } from 'zod';
import { multilingualText, service } from './services.ts';
import { exampleServices } from './services-data.ts';

const inThreeLanguages = (en: string, si: string, ta: string) => multilingualText.default({ en, si, ta });
const link = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/**
 * Read from a file (docs/operating.md). The defaults are an example like Dambulla's, with invented addresses and
 * numbers.
 */
export const centreSchema = z.object({
  name: inThreeLanguages('Pola Economic Centre', 'පොළ ආර්ථික මධ්‍යස්ථානය', 'பொல பொருளாதார மத்திய நிலையம்'),
  place: inThreeLanguages('Dambulla', 'දඹුල්ල', 'தம்புள்ளை'),
  address: inThreeLanguages('Example Road, Dambulla, Sri Lanka', 'නිදසුන් පාර, දඹුල්ල, ශ්‍රී ලංකාව', 'மாதிரி வீதி, தம்புள்ளை, இலங்கை'),
  hotline: z.string().default('000 000 1999'),
  officePhones: z.array(z.string()).default(['000 000 0001', '000 000 0002']),
  branchPhones: z.array(z.object({ branch: multilingualText, phones: z.array(z.string()) })).default([
    { branch: { en: 'Management office', si: 'කළමනාකරණ කාර්යාලය', ta: 'முகாமைத்துவ அலுவலகம்' }, phones: ['000 000 0003'] },
    { branch: { en: 'Security', si: 'ආරක්ෂක අංශය', ta: 'பாதுகாப்புப் பிரிவு' }, phones: ['000 000 0004'] },
    { branch: { en: 'Price information', si: 'මිල තොරතුරු', ta: 'விலைத் தகவல்' }, phones: ['000 000 0005'] },
  ]),
  email: z.email('must be an e-mail address').default('office@pola.example'),
  socialLinks: z.array(z.object({ name: z.string(), url: link })).default([
    { name: 'Facebook', url: 'https://facebook.example/pola' },
    { name: 'YouTube', url: 'https://youtube.example/pola' },
  ]),
  latitude: z.number().min(-90).max(90).default(7.86),
  longitude: z.number().min(-180).max(180).default(80.65),
  services: z.array(service).default(exampleServices),
  vatRegistration: z.string().default('000000000-0000 (example)'),
  bankText: z.string().default('Example State Bank, current account 0000-0000-0000, Dambulla branch'),
});
export type Centre = z.output<typeof centreSchema>;
