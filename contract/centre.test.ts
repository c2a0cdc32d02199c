import { expect, test } from 'vitest';
import { centreSchema, contactOf, fillTranslations } from './centre.ts';
import { checkInput } from './messages/input-message.ts';
import { dialled, telephone } from './telephone.ts';

const { services } = centreSchema.parse({});

test('each example service has a different name in each language, in the script of the language', () => {
  const scripts = { en: /^[A-Z][\x20-\x7e]+$/, si: /[\u0d80-\u0dff]/, ta: /[\u0b80-\u0bff]/ } as const;
  for (const { title, description } of services) {
    for (const language of ['en', 'si', 'ta'] as const) {
      expect(title[language]).toMatch(scripts[language]);
      expect(description[language]).toMatch(scripts[language]);
    }
  }
  for (const language of ['en', 'si', 'ta'] as const)
    expect(new Set(services.map(({ title }) => title[language])).size).toBe(services.length);
});

test('a centre may list its own services or none; an unknown icon is refused', () => {
  const told = { en: 'Cold store', si: 'ශීතාගාරය', ta: 'குளிர் களஞ்சியம்' };
  expect(centreSchema.parse({ services: [] }).services).toEqual([]);
  expect(centreSchema.parse({ services: [{ title: told, description: told }] }).services).toEqual([
    { icon: 'stall', title: told, description: told },
  ]);
  const { faults } = checkInput(centreSchema, { services: [{ icon: 'ship', title: told, description: told }] });
  expect(faults).toEqual([{ field: 'services.0.icon', message: expect.objectContaining({ key: 'input.choice' }) }]);
});

test('an empty translation becomes the English text, also within lists, and other facts stay', () => {
  const facts = centreSchema.parse({
    name: { en: 'Keppetipola', ta: 'கெப்பட்டிப்பொல' },
    homeText: { en: '', si: 'අපේ වෙළඳපොළ', ta: '' },
    mission: [{ en: 'Fair prices' }],
  });
  const filled = fillTranslations(facts);
  expect(filled.name).toEqual({ en: 'Keppetipola', si: 'Keppetipola', ta: 'கெப்பட்டிப்பொல' });
  expect(filled.homeText).toEqual({ en: '', si: 'අපේ වෙළඳපොළ', ta: '' });
  expect(filled.mission).toEqual([{ en: 'Fair prices', si: 'Fair prices', ta: 'Fair prices' }]);
  expect({ ...filled, name: facts.name, mission: facts.mission }).toEqual(facts);
});

test('every public page gets the contact details, and no bank details', () => {
  expect(contactOf(centreSchema.parse({}))).not.toHaveProperty('bankText');
});

test.each([
  ['000 000 1999', 'tel:0000001999'],
  ['+94 (66) 228-5000', 'tel:+94662285000'],
  ['+94 (0)66 228 5000', 'tel:+94662285000'],
  [' (000)000.1999 ', 'tel:0000001999'],
  ['෦෦෦ ෦෦෦ ෧෯෯෯', 'tel:0000001999'],
  ['1919', 'tel:1919'],
])('%j dials %s', (text, address) => {
  expect(telephone(text)).toBe(address);
});

test.each([
  '066-2285000 / 0662285001',
  '066 228 5000, 066 228 5001',
  'Call 066 228 5000 ext. 12',
  '000 000 1999 x2',
  '12',
  '0662285000 0662285001',
  '066+2285000',
  '',
])('%j is not one number', (text) => {
  expect(dialled(text)).toBeUndefined();
});
