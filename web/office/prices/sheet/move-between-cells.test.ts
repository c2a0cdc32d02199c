import { expect, test } from 'vitest';
import { commandOf, lineFrom, nextWhere } from './move-between-cells.ts';

const press = (key: string, more = {}) => ({
  key,
  hasModifier: false,
  hasShift: false,
  isAtStart: true,
  isAtEnd: true,
  ...more,
});

test.each([
  ['ArrowDown', 'max', { act: 'go', lines: 1, side: 'max' }],
  ['ArrowUp', 'min', { act: 'go', lines: -1, side: 'min' }],
  ['Enter', 'max', { act: 'go', lines: 1, side: 'home' }],
  ['PageDown', 'min', { act: 'go', lines: 10, side: 'min' }],
  ['ArrowRight', 'min', { act: 'go', lines: 0, side: 'max' }],
  ['ArrowLeft', 'max', { act: 'go', lines: 0, side: 'min' }],
  ['Escape', 'min', { act: 'restore' }],
  ['/', 'min', { act: 'find' }],
] as const)('%s in the %s column is a command', (key, side, command) => {
  expect(commandOf(press(key), side)).toEqual(command);
});

test.each([
  ['ArrowRight', 'max'],
  ['ArrowLeft', 'min'],
  ['Tab', 'min'],
  ['5', 'min'],
] as const)('%s in the %s column is the same in every field', (key, side) => {
  expect(commandOf(press(key), side)).toBeUndefined();
});

test('inside a figure the arrow keys move the caret, and keys with Ctrl work as usual', () => {
  expect(commandOf(press('ArrowRight', { isAtEnd: false }), 'min')).toBeUndefined();
  expect(commandOf(press('ArrowLeft', { isAtStart: false }), 'max')).toBeUndefined();
  expect(commandOf(press('Enter', { hasModifier: true }), 'min')).toBeUndefined();
  expect(commandOf(press('ArrowDown', { hasShift: true }), 'min')).toBeUndefined();
});

test('Shift+Enter goes back up, as in a spreadsheet', () => {
  expect(commandOf(press('Enter', { hasShift: true }), 'max')).toEqual({ act: 'go', lines: -1, side: 'home' });
});

test('steps end at the first and the last visible line', () => {
  const shown = [7, 3, 9];
  expect([lineFrom(shown, 7, 1), lineFrom(shown, 9, 1), lineFrom(shown, 7, -1), lineFrom(shown, 3, 10)]).toEqual([
    3, 9, 7, 9,
  ]);
});

test('the next line of a kind is searched below first, then from the top', () => {
  const isOdd = (id: number) => id % 2 === 1;
  expect(nextWhere([1, 2, 3, 4], 1, isOdd)).toBe(3);
  expect(nextWhere([1, 2, 3, 4], 3, isOdd)).toBe(1);
  expect(nextWhere([1, 2, 3, 4], undefined, isOdd)).toBe(1);
  expect(nextWhere([1, 2], 1, (id) => id > 5)).toBeUndefined();
});
