import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '#scripts/setup/postgres.ts';
import { connect } from '../db/connect.ts';
import { adminUrlVariable, fillTemplate, templates, urlOf, writeTestAuditKey } from './database.ts';

export async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  process.env[adminUrlVariable] = server.url;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pola-template-'));
  writeTestAuditKey(dataDir);
  for (const template of ['migrated', 'peopled'] as const) {
    const name = templates[template];
    await server.run(`create database ${name}`);
    await fillTemplate(connect({ databaseUrl: urlOf(server.url, name), dataDir }), template);
  }
  rmSync(dataDir, { recursive: true });
  return server.stop;
}
