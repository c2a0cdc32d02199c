/** @module-tag sqlite-only */
import { expect, onTestFinished, test } from 'vitest';
import { listCalls } from '#contract/every-call.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { START } from '../testing/accounts.ts';
import { makePeopledDatabase } from '../testing/database.ts';
import { TOKEN_SECRET } from '../testing/sign-in.ts';

interface Route {
  methods: string[];
  path: string;
  hooks: string;
}

async function listRoutes(): Promise<Route[]> {
  const { database, dataDir, remove } = await makePeopledDatabase();
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const app = await buildApp({ config, database, clock: { now: () => START }, tokenSecret: TOKEN_SECRET });
  onTestFinished(async () => {
    await app.close();
    await remove();
  });
  await app.ready();
  return readTree(app.printRoutes({ commonPrefix: false, includeHooks: true }));
}

const DEPTH = 4;

/**
 * Reads the tree of routes that Fastify prints. A line with a branch (`│ ├── /second-step (POST)`) continues the path
 * of its parent. A line without one lists further methods of the path above it.
 */
function readTree(tree: string): Route[] {
  const routes: Route[] = [];
  const above: string[] = [];
  for (const line of tree.split('\n')) {
    const [, indent = '', branch, rest = ''] = /^((?:│ {3}| {4})*)([├└]── )?(.*)$/.exec(line) ?? [];
    const [, hooks] = /^• \(onRequest\) (.*)/.exec(rest) ?? [];
    const last = routes.at(-1);
    if (hooks !== undefined && last) last.hooks = hooks;
    const depth = indent.length / DEPTH - (branch === undefined ? 1 : 0);
    const [, part, methods = ''] = /^(\S*) \(([A-Z, ]+)\)$/.exec(rest) ?? [];
    const [bare] = /^\S+$/.exec(branch === undefined ? '' : rest) ?? [];
    if (part === undefined && bare === undefined) continue;
    const path = branch === undefined ? (above[depth] ?? '') : `${above[depth - 1] ?? ''}${part ?? bare}`;
    above[depth] = path;
    if (part !== undefined) routes.push({ methods: methods.split(', '), path, hooks: '' });
  }
  return routes;
}

test('every call of the API goes through the endpoint that checks the caller, and only these addresses do not', async () => {
  const routes = await listRoutes();
  const requestsOf = (isChecked: boolean) => {
    const found = routes.filter(({ hooks }) => hooks.includes('admitCaller') === isChecked);
    const requests = found.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`));
    return new Set(requests.filter((request) => !/^HEAD |^GET \/fonts\//.test(request)));
  };
  expect(requestsOf(true)).toEqual(new Set(listCalls().map(({ entry }) => `${entry.method} ${entry.path}`)));
  expect(requestsOf(false)).toEqual(
    new Set([
      'GET /healthz',
      'GET /readyz',
      'GET /api/docs',
      'GET /api/openapi.json',
      'GET /images/:file',
      'GET /calendar.ics',
      'GET /si/calendar.ics',
      'GET /ta/calendar.ics',
      'GET /mcp',
      'POST /mcp',
      'DELETE /mcp',
    ]),
  );
});
