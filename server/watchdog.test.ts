/** @module-tag sqlite-only */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startProgram } from './testing/process.ts';
import { reportLife } from './watchdog.ts';

const LIVING = `
  import { readConfig } from './server/config.ts';
  import { reportLife } from './server/watchdog.ts';
  reportLife(readConfig().watchdogMs, (error) => console.log('fault: ' + error.message));
  setInterval(() => {}, 1000);
`;

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-watchdog-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('under a watchdog the server reports that it runs, again and again', { tags: ['slow'] }, async () => {
  const folder = makeFolder();
  const file = path.join(folder, 'reports');
  const program = `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> '${file}'\n`;
  writeFileSync(path.join(folder, 'systemd-notify'), program, { mode: 0o755 });
  startProgram(LIVING, { PATH: folder, NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '600000' });
  await vi.waitFor(() => expect(readFileSync(file, 'utf8').split('\n').length).toBeGreaterThan(3), 20_000);
  expect(new Set(readFileSync(file, 'utf8').trim().split('\n'))).toEqual(new Set(['/run/notify WATCHDOG=1']));
});

test('a missing program is reported once', { tags: ['slow'] }, async () => {
  const running = startProgram(LIVING, { PATH: makeFolder(), NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '150000' });
  await running.says(/fault: spawn systemd-notify ENOENT/);
  expect(running.output().match(/fault/g)).toHaveLength(1);
});

test('without a watchdog nothing is started', () => {
  const onFault = vi.fn();
  const begin = vi.spyOn(globalThis, 'setInterval');
  reportLife(undefined, onFault);
  expect(begin).not.toHaveBeenCalled();
});
