import { z } from 'zod';
import { call } from './call.ts';
import { languages } from './languages.ts';
import { inputMessage } from './messages/input-message.ts';
import { USUAL_HOURS } from './opening-hours.ts';
import { lineText, optionalLine, timeOfDayIn } from './scalars.ts';
import { optionalTexts, service, translatedLine } from './services.ts';
import { exampleServices } from './services-data.ts';
import { dialled } from './telephone.ts';

const phone = lineText(30).refine((text) => dialled(text) !== undefined, inputMessage('input.centre.phone'));
const phones = z.array(phone).max(6);
const link = z
  .url({ protocol: /^https?$/, error: inputMessage('input.centre.link') })
  .regex(/^\S*$/, inputMessage('input.centre.link'))
  .max(300);

/** Returns true for base64 with its padding. In a large picture, this takes a tenth of the time of zod's own check. */
export function isBase64(text: string): boolean {
  const padding = text.includes('=') ? text.slice(text.indexOf('=')) : '';
  const isPadded = ['', '=', '=='].includes(padding);
  return text !== '' && text.length % 4 === 0 && isPadded && !/[^A-Za-z0-9+/=]/.test(text);
}

/** `image` is the name that `addPicture` returned. */
const picture = z.object({
  image: z.string().regex(/^[0-9a-f]{64}$/, inputMessage('input.centre.picture')),
  alt: translatedLine(160),
});
export type CentrePicture = z.output<typeof picture>;

const contactFields = {
  name: translatedLine(80),
  place: translatedLine(60),
  address: optionalTexts(200),
  hotline: z.union([z.literal(''), phone], { error: inputMessage('input.centre.phone') }),
  officePhones: phones,
  branchPhones: z.array(z.object({ branch: translatedLine(60), phones: phones.min(1) })).max(12),
  email: z
    .string()
    .trim()
    .max(120)
    .refine((text) => text === '' || z.email().safeParse(text).success, inputMessage('input.email')),
  socialLinks: z.array(z.object({ name: lineText(40), url: link })).max(8),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  /** Pages show `text`, or the two times if `text` is empty. Search engines get the times. */
  openingHours: z.object({ opens: timeOfDayIn, closes: timeOfDayIn, text: optionalTexts(300) }),
  dataLicence: z.union([z.literal(''), link], { error: inputMessage('input.centre.link') }).default(''),
};

export const marketFigures = ['traders', 'vehicles', 'vegetables', 'share', 'opening'] as const;
export type MarketFigure = (typeof marketFigures)[number];

/** Where a text or list is empty, the page shows its default in the reader's language. */
const homeFields = {
  homeText: optionalTexts(400),
  figures: z.object({
    traders: optionalTexts(80),
    vehicles: optionalTexts(80),
    vegetables: optionalTexts(80),
    share: optionalTexts(80),
    opening: optionalTexts(80),
  } satisfies Record<MarketFigure, z.ZodType>),
  marketText: optionalTexts(2000),
  vision: optionalTexts(400),
  mission: z.array(translatedLine(300)).max(10),
  servicesText: optionalTexts(300),
  services: z.array(service).max(20),
  slides: z.array(picture).max(8),
  marketSlides: z.array(picture).max(8),
};

const bankFields = { bankText: optionalLine(200), vatRegistration: optionalLine(60) };

const NONE = { en: '', si: '', ta: '' };

/**
 * The details of the market centre. The first start reads them from a file (docs/operating.md). The defaults are those
 * of the specification. A phone number, address, email or social media account that nobody has entered is empty and is
 * not shown.
 */
export const centreSchema = z.object({
  name: contactFields.name.default({
    en: 'Pola Economic Centre',
    si: 'පොළ ආර්ථික මධ්‍යස්ථානය',
    ta: 'பொல பொருளாதார மத்திய நிலையம்',
  }),
  place: contactFields.place.default({ en: 'Dambulla', si: 'දඹුල්ල', ta: 'தம்புள்ளை' }),
  address: contactFields.address.default(NONE),
  hotline: contactFields.hotline.default(''),
  officePhones: contactFields.officePhones.default([]),
  branchPhones: contactFields.branchPhones.default([]),
  email: contactFields.email.default(''),
  socialLinks: contactFields.socialLinks.default([]),
  latitude: contactFields.latitude.default(7.86),
  longitude: contactFields.longitude.default(80.65),
  openingHours: contactFields.openingHours.default({ ...USUAL_HOURS, text: NONE }),
  dataLicence: contactFields.dataLicence,
  homeText: homeFields.homeText.default(NONE),
  figures: homeFields.figures.default({
    traders: NONE,
    vehicles: NONE,
    vegetables: NONE,
    share: NONE,
    opening: NONE,
  }),
  marketText: homeFields.marketText.default(NONE),
  vision: homeFields.vision.default(NONE),
  mission: homeFields.mission.default([]),
  servicesText: homeFields.servicesText.default(NONE),
  services: homeFields.services.default(exampleServices),
  slides: homeFields.slides.default([]),
  marketSlides: homeFields.marketSlides.default([]),
  bankText: bankFields.bankText.default(''),
  vatRegistration: bankFields.vatRegistration.default(''),
});
export type Centre = z.output<typeof centreSchema>;

const contact = z.object(contactFields);
const home = z.object(homeFields);
const bank = z.object(bankFields);
export type CentreContact = z.output<typeof contact>;
export type CentreHome = z.output<typeof home>;
export type CentreBank = z.output<typeof bank>;

export const contactOf = (facts: Centre): CentreContact => contact.parse(facts);
export const homeOf = (facts: Centre): CentreHome => home.parse(facts);
export const bankOf = (facts: Centre): CentreBank => bank.parse(facts);

/** Replaces each empty Sinhala or Tamil text with the English one. */
export function fillTranslations<Facts>(facts: Facts): Facts {
  if (typeof facts !== 'object' || facts === null) return facts;
  if (Array.isArray(facts)) return facts.map(fillTranslations) as Facts;
  if ('en' in facts && 'si' in facts && 'ta' in facts)
    return Object.fromEntries(
      languages.map((language) => [language, (facts as typeof NONE)[language] || facts.en]),
    ) as Facts;
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, fillTranslations(fact)])) as Facts;
}

const message = z.string();

export const centre = {
  getContact: call({
    method: 'GET',
    path: '/api/settings/centre/contact',
    permission: 'settings.read',
    summary: "Get the centre's name, addresses, phone numbers, place on the map and opening hours.",
    answer: contact,
    refusals: [],
  }),
  setContact: call({
    method: 'PUT',
    path: '/api/settings/centre/contact',
    permission: 'settings.write',
    writes: 'versioned',
    summary:
      "Change the centre's name, addresses, phone numbers, place on the map and opening hours, at once everywhere.",
    body: contact,
    answer: z.object({ message, settings: contact }),
    refusals: [],
  }),
  getHome: call({
    method: 'GET',
    path: '/api/settings/centre/home',
    permission: 'settings.read',
    summary: "Get the home page's own texts, services and pictures. An empty text or list means the built-in one.",
    answer: home,
    refusals: [],
  }),
  setHome: call({
    method: 'PUT',
    path: '/api/settings/centre/home',
    permission: 'settings.write',
    writes: 'versioned',
    summary: "Change the home page's texts, services and pictures.",
    body: home,
    answer: z.object({ message, settings: home }),
    refusals: [],
  }),
  addPicture: call({
    method: 'POST',
    path: '/api/settings/centre/pictures',
    permission: 'settings.write',
    writes: 'once',
    summary:
      'Store a picture, a file of up to 7 MB in base64, for the home page, which shows it once its settings name it.',
    body: z.object({
      picture: z.string().refine(isBase64, inputMessage('input.centre.picture')),
    }),
    answer: z.object({ image: picture.shape.image }),
    status: 201,
    refusals: ['bad_image'],
    maxBodyBytes: 10 * 1024 * 1024,
  }),
  getBank: call({
    method: 'GET',
    path: '/api/settings/centre/bank',
    permission: 'settings.read',
    summary: 'Get the bank details and the VAT registration number printed on documents.',
    answer: bank,
    refusals: [],
  }),
  setBank: call({
    method: 'PUT',
    path: '/api/settings/centre/bank',
    permission: 'settings.write',
    writes: 'versioned',
    summary:
      'Change the bank details and the VAT registration number printed on documents (requires a verified session). Tax ' +
      'documents that were issued keep theirs.',
    body: bank,
    verified: 'always',
    answer: z.object({ message, settings: bank }),
    refusals: ['verification_required'],
  }),
};
