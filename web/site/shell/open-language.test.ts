import { expect, test } from 'vitest';
import { languageToOpen, OPEN_LANGUAGE_SCRIPT, type Visit } from './open-language.ts';

const visit = (fields: Partial<Visit>): Visit => ({
  shown: 'en',
  stored: null,
  preferred: ['en-LK'],
  isStart: false,
  hasChosenEnglish: false,
  ...fields,
});

test.each<[string, Partial<Visit>, string | undefined]>([
  ['a Sinhala phone', { preferred: ['si-LK', 'en'] }, 'si'],
  ['a Tamil phone', { preferred: ['ta'] }, 'ta'],
  ['a phone whose first language we lack', { preferred: ['fr-FR', 'TA-lk', 'en'] }, 'ta'],
  ['an English phone with Sinhala second', { preferred: ['en-GB', 'si'] }, undefined],
  ['a search engine', { preferred: [] }, undefined],
  ['a phone of other languages', { preferred: ['fr', 'sit', 'tam'] }, undefined],
  ['Tamil chosen on a Sinhala phone', { stored: 'ta', preferred: ['si-LK'] }, 'ta'],
  ['English chosen on a Sinhala phone', { stored: 'en', preferred: ['si-LK'] }, undefined],
  ['a broken choice on a Sinhala phone', { stored: 'de', preferred: ['si-LK'] }, 'si'],
  ['English just chosen', { stored: 'si', preferred: ['si-LK'], hasChosenEnglish: true }, undefined],
  ['a shared Sinhala link on a Tamil phone', { shown: 'si', stored: 'ta', preferred: ['ta'] }, undefined],
  ['the home screen, installed in Sinhala, Tamil chosen later', { shown: 'si', stored: 'ta', isStart: true }, 'ta'],
  ['the home screen, installed in Sinhala, English chosen later', { shown: 'si', stored: 'en', isStart: true }, 'en'],
  ['the home screen, installed in Sinhala on an English phone', { shown: 'si', isStart: true }, undefined],
  ['the home screen, installed in English on a Tamil phone', { preferred: ['ta'], isStart: true }, 'ta'],
])('%s', (_, fields, expected) => {
  expect(languageToOpen(visit(fields))).toBe(expected);
});

test('a language that is open is never opened again', () => {
  for (const shown of ['en', 'si', 'ta'] as const)
    for (const isStart of [true, false])
      expect(languageToOpen(visit({ shown, stored: shown, preferred: [shown], isStart }))).toBeUndefined();
});

test('the script of the page is small and can be read by a browser', () => {
  expect(() => new Function(OPEN_LANGUAGE_SCRIPT)).not.toThrow();
  expect(OPEN_LANGUAGE_SCRIPT).not.toContain('</');
  expect(OPEN_LANGUAGE_SCRIPT.length).toBeLessThan(4000);
});
