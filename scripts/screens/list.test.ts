import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { staffTextsIn } from '../../tests/support/staff-texts.ts';
import { unlistedPages } from './list.ts';
import { mainPictures } from './main-pictures.ts';

test('a page of the office that the list does not name has a picture, too', () => {
  const found = unlistedPages('office', ['/invoices', '/receipt/:paymentId', '/inspections']);
  expect(found.map(({ name, path, isPublic, signsInAs }) => ({ name, path, isPublic, signsInAs }))).toEqual([
    { name: 'office-receipt-paymentId', path: '/receipt/1', isPublic: false, signsInAs: 'superadmin' },
    { name: 'office-inspections', path: '/inspections', isPublic: false, signsInAs: 'superadmin' },
  ]);
});

test('a public page that the list does not name has a picture, too', () => {
  const found = unlistedPages('site', ['/', '/news/:id', '/print/poster', '/stalls/:date']);
  expect(found.map(({ name, path, isPublic, states }) => ({ name, path, isPublic, states }))).toEqual([
    { name: 'site-print-poster', path: '/print/poster', isPublic: true, states: ['full'] },
    { name: 'site-stalls-date', path: '/stalls/LATEST', isPublic: true, states: ['full'] },
  ]);
});

test('acts press and fill what the interface says, so that they are found in each language', () => {
  const texts = Object.values(staffTextsIn('en'));
  const list = readFileSync(new URL('list.csv', import.meta.url), 'utf8');
  const named = [...list.matchAll(/\b(?:press|opens|fill|check) ([^;=\n]+)/g)].map(([, name = '']) => name.trim());
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !texts.some((text) => new RegExp(name, 'i').test(text)))).toEqual([]);
});

test('each main picture shows a listed screen, and each file of docs/pictures is one of them', () => {
  const list = readFileSync(new URL('list.csv', import.meta.url), 'utf8');
  const names = list.split('\n').map((line) => line.split(',')[0]);
  const shown = Object.values(mainPictures).map((picture) => picture.split('.')[0]);
  expect(shown.filter((name) => !names.includes(name))).toEqual([]);
  const files = readdirSync(new URL('../../docs/pictures', import.meta.url));
  expect(new Set(files)).toEqual(new Set(Object.keys(mainPictures).map((file) => `${file}.png`)));
});
