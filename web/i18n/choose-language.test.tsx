import { expect, test, vi } from 'vitest';
import { chosenLanguage, showLanguage, storeLanguage } from './choose-language.ts';

test.each([
  [['si-LK', 'en'], 'si'],
  [['ta'], 'ta'],
  [['TA-lk'], 'ta'],
  [['en-GB', 'si'], 'en'],
  [['fr', 'ta'], 'en'],
  [[], 'en'],
])('a device with the languages %j begins in %s', (preferred, language) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(preferred);
  expect(chosenLanguage()).toBe(language);
});

test('the choice on a device counts more than its languages, and an unknown one counts nothing', () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['si']);
  storeLanguage('ta');
  expect(chosenLanguage()).toBe('ta');
  localStorage.setItem('language', 'xx');
  expect(chosenLanguage()).toBe('si');
});

test('the page says in which language it is', () => {
  showLanguage('si');
  expect(document.documentElement.lang).toBe('si');
});
