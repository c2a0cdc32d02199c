import { expect, test } from 'vitest';
import { centreSchema, contactOf, fillTranslations } from './centre.ts';
import { checkInput } from './messages/input-message.ts';

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
