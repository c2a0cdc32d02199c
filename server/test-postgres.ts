import { startPostgres } from '#scripts/setup/postgres.ts';
import { connect } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { adminUrlVariable, templateName, urlOf } from './test-database.ts';

/** Before the PostgreSQL suite: a server of its own with a migrated template; after it, the server is gone. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  process.env[adminUrlVariable] = server.url;
  await server.run(`create database ${templateName}`);
  const template = connect({ databaseUrl: urlOf(server.url, templateName), dataDir: '' });
  await migrate(template);
  await template.close();
  return server.stop;
}
