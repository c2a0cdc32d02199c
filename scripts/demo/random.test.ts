import { expect, test } from 'vitest';
import { randomFrom } from './random.ts';

const draws = (count: number, draw: () => number): number[] => Array.from({ length: count }, draw);
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;

test('the same names return the same stream, and other names another', () => {
  const stream = (...names: (string | number)[]) => draws(5, randomFrom(...names).uniform);
  expect(stream(7, 'TOMATO')).toEqual(stream(7, 'TOMATO'));
  expect(stream(7, 'TOMATO')).not.toEqual(stream(8, 'TOMATO'));
  expect(stream(7, 'TOMATO')).not.toEqual(stream(7, 'TOMATOES'));
  expect(stream(1, '2')).not.toEqual(stream('12'));
});

test('uniform numbers are spread evenly from 0 to 1', () => {
  const numbers = draws(100_000, randomFrom('even').uniform);
  const tenths = Array<number>(10).fill(0);
  for (const x of numbers) tenths[Math.floor(x * 10)] = (tenths[Math.floor(x * 10)] ?? 0) + 1;
  expect(tenths).toHaveLength(10);
  for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(400);
});

test('normal numbers have mean 0, deviation 1, and 5 % beyond 1.96', () => {
  const numbers = draws(100_000, randomFrom('bell').normal);
  expect(mean(numbers)).toBeCloseTo(0, 1);
  expect(mean(numbers.map((x) => x * x))).toBeCloseTo(1, 1);
  const beyond = numbers.filter((x) => Math.abs(x) > 1.96).length / numbers.length;
  expect(beyond).toBeCloseTo(0.05, 2);
});

test('streams of different products are independent', () => {
  const one = randomFrom(7, 'TOMATO');
  const other = randomFrom(7, 'CARROT-NE');
  const products = draws(50_000, () => one.normal() * other.normal());
  expect(Math.abs(mean(products))).toBeLessThan(0.02);
});
