import { afterEach, expect, test } from 'vitest';
import { addMessages, type MessageKey, setCurrentLanguage, t } from './t.ts';

afterEach(() => setCurrentLanguage('en'));

test('a text without a translation is English, with its plural forms', () => {
  const rows = { 'shell.menu.more': 'More', 'test.rows': '{count, plural, one {# row} other {# rows}}' };
  addMessages(rows, 'en');
  addMessages({ 'shell.menu.more': 'තවත්' }, 'si');
  setCurrentLanguage('si');
  expect(t('shell.menu.more')).toBe('තවත්');
  // In Sinhala, 0 takes the singular. The text is English, so the plural rules of English apply.
  expect(t('test.rows' as MessageKey, { count: 0 })).toBe('0 rows');
});

test('a short Tamil month at the end of a sentence has one point', () => {
  addMessages({ 'shared.money.lkr': '{year} {month}.' }, 'ta');
  setCurrentLanguage('ta');
  expect(t('shared.money.lkr', { year: '2026', month: 'நவ.' })).toBe('2026 நவ.');
});
