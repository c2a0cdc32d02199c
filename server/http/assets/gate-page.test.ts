/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { type GateBuild, gatePage, gateWorker } from './gate-page.ts';

const built: GateBuild = {
  script: '/assets/gate-1.js',
  styleSheets: ['/assets/gate-1.css'],
  preloads: ['/assets/react-1.js'],
  later: ['/assets/sinhala-1.js'],
  worker: 'start();',
  devHead: '',
};

function cachedBy(worker: string | undefined): { version: string; page: string; files: string[] } {
  const [, json = ''] = /^const gateFiles=(.*);\nstart\(\);$/.exec(worker ?? '') ?? [];
  return JSON.parse(json);
}

test('the service worker stores the page, every file that it names, and the other languages', () => {
  const page = gatePage(built, 'Pola');
  const named = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address);
  const { files } = cachedBy(gateWorker(built, 'Pola'));
  expect(named.length).toBeGreaterThan(4);
  expect(new Set(files)).toEqual(new Set([...named, ...built.later]));
});

test('a new file and a new page are each a new version; the same build is not', () => {
  const version = (build: GateBuild, centre = 'Pola') => cachedBy(gateWorker(build, centre)).version;
  expect(version({ ...built })).toBe(version(built));
  expect(version({ ...built, script: '/assets/gate-2.js' })).not.toBe(version(built));
  expect(version(built, 'Dambulla')).not.toBe(version(built));
});

test('development runs without a service worker', () => {
  expect(gateWorker({ ...built, worker: undefined }, 'Pola')).toBeUndefined();
});

test("the market's name is in the page as plain text", () => {
  expect(gatePage(built, 'A "B" <script> & C')).toContain('content="A &quot;B&quot; &lt;script&gt; &amp; C"');
});
