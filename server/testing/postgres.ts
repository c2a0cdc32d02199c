import { startPostgres } from '#scripts/setup/postgres.ts';
import { connect } from '../db/connect.ts';
import { adminUrlVariable, fillTemplate, templates, urlOf } from './database.ts';

/** Starts PostgreSQL with the templates for the suite, and stops it afterwards. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  process.env[adminUrlVariable] = server.url;
  for (const template of ['migrated', 'peopled'] as const) {
    const name = templates[template];
    await server.run(`create database ${name}`);
    await fillTemplate(connect({ databaseUrl: urlOf(server.url, name), dataDir: '' }), template);
  }
  return server.stop;
}
