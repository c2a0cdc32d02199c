import { expect, test } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import { listMigrations } from './db/every-migration.ts';
import { writeBackup } from './features/backup/write-backup.ts';
import { describeRelease, release } from './release.ts';
import { METRICS_TOKEN, readMetrics } from './testing/metrics.ts';
import { openTestOffice } from './testing/office.ts';

const FULL = { version: '1.2.3', commit: '1a2b3c', schema: '0042-answer' };

test('a release is its version, its commit and its last migration', () => {
  expect(release.version).toBe(packageFile.version);
  expect(release.commit).toMatch(/^(unknown|[0-9a-f]{40}(-changed)?)$/);
  expect(release.schema).toBe(listMigrations().at(-1));
  expect(describeRelease(FULL)).toBe('Pola 1.2.3 (commit 1a2b3c, schema 0042-answer)');
});

test('/readyz, /metrics and the first line of a backup name the release of the running program', {
  tags: ['slow'],
}, async () => {
  const { app } = await openTestOffice({ METRICS_TOKEN });
  expect((await app.send({ url: '/readyz' })).json()).toMatchObject({ status: 'ready', release });
  const metrics = await app.send({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const info = readMetrics(metrics.body).samples.filter(({ name }) => name === 'pola_build_info');
  expect(info).toMatchObject([{ labels: release, value: 1 }]);
  const { value } = await writeBackup(app.database, app.clock.now()).next();
  expect(value).toMatch(/^-- Pola backup, format 1, schema \S+, made \S+\. /);
  expect(String(value).endsWith(`. Made by ${describeRelease()}.\n`)).toBe(true);
});
