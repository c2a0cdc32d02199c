import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { BACKUP_END } from '#contract/backup.ts';
import { laterAnswer } from '../../testing/bulk-actions.ts';
import { enterPassword, onceVerified } from '../../testing/confirm-identity.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { answerCopies, answerElsewhere, answerRuns, answerSchedule, testSchedule } from '../../testing/settings.ts';
import { importOf } from '../import-page.ts';

const DOWNLOAD = 'GET /api/backup/backup';
const WHOLE = `-- Pola backup\nINSERT INTO shops VALUES (1);\n${BACKUP_END}1 tables, 1 rows\n`;

beforeAll(() => importOf('/settings')());
beforeEach(() => signInAs('superadmin'));

function open(download: (() => Response | Promise<Response>) | Parameters<typeof answerCalls>[0]) {
  const saved: { name: string; file: Blob }[] = [];
  let made: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    made = file as Blob;
    return 'blob:backup';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    if (made) saved.push({ name: this.download, file: made });
  });
  answerCalls({
    'GET /api/settings/schedule': () => answerSchedule(testSchedule()),
    'GET /api/settings/runs': () => answerRuns(),
    'GET /api/backup/copies': () => answerCopies(),
    'GET /api/backup/elsewhere': () => answerElsewhere(),
    ...(typeof download === 'function' ? { [DOWNLOAD]: download } : download),
  });
  return { saved, ...openOffice('/settings') };
}

const card = () => screen.findByRole('button', { name: /^Backup download/ });

test('the backup is saved unchanged as database_backup.sql, and the card shows the progress', {
  tags: ['slow'],
}, async () => {
  const later = laterAnswer();
  const { user, saved } = open(() => later.answer);
  await user.click(await card());
  expect((await card()).textContent).toContain('Downloading…');
  await user.click(await card());
  later.come(new Response(WHOLE, { headers: { 'content-type': 'application/sql' } }));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['database_backup.sql']));
  expect(await saved[0]?.file.text()).toBe(WHOLE);
  await screen.findByText(/^database_backup\.sql saved\./);
  expect((await card()).textContent).toContain('Download the whole database as one file');
});

test.each([
  ['ends before its last line', WHOLE.slice(0, 50)],
  ['ends within its last line', WHOLE.slice(0, -1)],
  ['has the last line somewhere else', `${WHOLE}INSERT INTO shops VALUES (2);\n`],
  ['is empty', ''],
])('a file that %s is never saved: Backup download failed', { tags: ['slow'] }, async (_how, text) => {
  const { user, saved } = open(() => new Response(text, { headers: { 'content-type': 'application/sql' } }));
  await user.click(await card());
  await screen.findByText(/^Backup download failed\. The download was incomplete, so the file was not saved\./);
  expect(saved).toEqual([]);
});

test.each([
  ['is refused', () => refuse('internal')],
  ['gets no sentence', () => new Response('', { status: 502 })],
  ['does not get through', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['breaks off', () => new Response(new ReadableStream({ start: (stream) => stream.error(new Error('cut')) }))],
])('a download that %s: Backup download failed', { tags: ['slow'] }, async (_how, answer) => {
  const { user, saved } = open(answer);
  await user.click(await card());
  await screen.findByText(/^Backup download failed/);
  expect(saved).toEqual([]);
});

test('the password is asked for, and the download goes on by itself; without it the file is not saved', {
  tags: ['slow'],
}, async () => {
  const file = () => new Response(WHOLE, { headers: { 'content-type': 'application/sql' } });
  const guarded = onceVerified({ [DOWNLOAD]: file });
  const { user, saved } = open(guarded);
  await user.click(await card());
  await screen.findByRole('dialog', { name: 'Confirm your identity' });
  await user.keyboard('{Escape}');
  await screen.findByText(/^Backup download failed/);
  expect(saved).toEqual([]);
  await user.click(await card());
  await enterPassword(user);
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['database_backup.sql']));
});
