import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '#scripts/setup/postgres.ts';
import { connect } from '../db/connect.ts';
import { adminUrlVariable, fillTemplate, servingUrlOf, templates, urlOf, writeTestAuditKey } from './database.ts';

export async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  process.env[adminUrlVariable] = server.url;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pola-template-'));
  writeTestAuditKey(dataDir);
  for (const template of ['migrated', 'peopled'] as const) {
    const name = templates[template];
    await server.run(`create database ${name}`);
    // The market serves as a role that may not change tables, so each test shows that it need not.
    const address = { databaseUrl: servingUrlOf(server.url, name), databaseOwnerUrl: urlOf(server.url, name) };
    await fillTemplate(connect({ ...address, dataDir }), template);
  }
  rmSync(dataDir, { recursive: true });
  return server.stop;
}
