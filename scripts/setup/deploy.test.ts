import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { variables } from '#server/config.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { serverEnvironment, serverParameters } from '../serve.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const containerfile = read('deploy/Containerfile').replaceAll('\\\n', ' ');
const compose = read('deploy/compose.yaml');
const unit = read('deploy/pola.service');
const installer = read('deploy/install.sh');
const guide = read('docs/operating.md');

function allMatches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

/** The command line of the server without the path of the repository. */
const command = serverParameters.map((parameter) => parameter.replace(`${ROOT}/`, ''));
const memory = Object.entries(serverEnvironment).map(([name, value]) => `${name}=${value}`);

test('the image copies only existing files, and every folder that the build or a command needs', () => {
  const copied = allMatches(containerfile, /^COPY ((?!--).+) \S+$/gm).flatMap((line) => line.split(' '));
  expect(copied.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  const taken = allMatches(containerfile, /^COPY --from=build \/app\/(\S+) /gm);
  expect(taken.filter((name) => !copied.includes(name))).toEqual(['node_modules']);
  expect(containerfile).toContain('mv "$(readlink -f build)" /built\n');
  expect(containerfile).toContain('COPY --from=build /built build/\n');
  const folders = Object.values(packageFile.imports).map((target) => target.split('/')[1]);
  expect(folders.filter((name) => name === undefined || !copied.includes(name) || !taken.includes(name))).toEqual([]);
});

test('the image runs the command of npm start as an account without rights, and its health check uses an existing route', () => {
  const [, cmd = ''] = /^CMD (\[.+\])$/m.exec(containerfile) ?? [];
  expect(JSON.parse(cmd)).toEqual(['node', ...command]);
  const last = containerfile.slice(containerfile.lastIndexOf('\nFROM '));
  const [, user = ''] = /^USER (\S+)$/m.exec(last) ?? [];
  expect(last).toContain(`useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin ${user} `);
  expect(last.indexOf('\nUSER ')).toBeLessThan(last.indexOf('\nCMD '));
  const [health = ''] = /HEALTHCHECK .*/.exec(last) ?? [];
  const [, route = ''] = /env\.PORT\}(\/\w+)/.exec(health) ?? [];
  expect(read('server/features/server-state/health-routes.ts')).toContain(`fastify.get('${route}'`);
});

test('the server reads every variable of the image, which exposes its port and its data folder', () => {
  const [, environment = ''] = /^ENV (.+)$/m.exec(containerfile) ?? [];
  const set = Object.fromEntries(environment.split(/\s+/).map((pair) => pair.split('=')));
  expect(memory.filter((pair) => !environment.includes(pair))).toEqual([]);
  const known = [...variables, ...Object.keys(serverEnvironment), 'PATH'];
  expect(Object.keys(set).filter((name) => !known.includes(name))).toEqual([]);
  expect(containerfile).toContain(`\nEXPOSE ${set.PORT}\n`);
  expect(containerfile).toContain(`\nVOLUME ${set.DATA_DIR}\n`);
});

test('the image lacks only packages that only browsers load', () => {
  const [, removed = ''] = /rm -rf (node_modules\/node-.+)/.exec(containerfile) ?? [];
  const names = allMatches(removed, /node_modules\/(\S+)/g).filter((name) => !name.startsWith('node-'));
  const installed = Object.keys(packageFile.dependencies);
  expect(names.filter((name) => !installed.some((each) => each === name || each.startsWith(`${name}/`)))).toEqual([]);
  const sources = globSync('{server,contract,billing,scripts,web/ui/file}/**/*.ts', {
    cwd: ROOT,
    // The plants have lines of screens as texts.
    exclude: ['**/*.test.ts', 'scripts/plants/**'],
  });
  const imported = sources.flatMap((file) => allMatches(read(file), /from '([^'#.][^']*)'/g));
  expect(imported.length).toBeGreaterThan(300);
  expect(imported.filter((each) => names.some((name) => each === name || each.startsWith(`${name}/`)))).toEqual([]);
});

test('every variable, volume, service, route and port of compose.yaml exists', () => {
  const sections = compose.split(/^ {2}(?=\S+:$)/m).filter((text) => !/^(database|proxy):/.test(text));
  const set = sections.flatMap((text) => allMatches(text, /^ {2,6}([A-Z_]+): /gm));
  expect(set).toContain('DATABASE_URL');
  expect(set.filter((name) => !variables.includes(name))).toEqual([]);
  const [, before = '', after = ''] = /\nservices:\n([\s\S]+)\nvolumes:\n([\s\S]+)$/.exec(compose) ?? [];
  const services = allMatches(before, /^ {2}([\w-]+):$/gm);
  expect(services).toEqual(['pola', 'pola-1', 'pola-2', 'database', 'proxy']);
  const ports = allMatches(containerfile, /^EXPOSE (\d+)$/gm);
  const [, upstreams = ''] = /reverse_proxy (.+) \{/.exec(compose) ?? [];
  expect(upstreams.split(' ')).toEqual(['pola-1', 'pola-2'].map((service) => `${service}:${ports[0]}`));
  expect(compose).toContain(`:-3000}:${ports[0]}"`);
  const routes = allMatches(compose, /health_uri (\S+)/g);
  expect(
    routes.filter((route) => !read('server/features/server-state/health-routes.ts').includes(`fastify.get('${route}'`)),
  ).toEqual([]);
  const volumes = allMatches(after, /^ {2}([\w-]+):$/gm);
  const mounted = allMatches(compose, /volumes: \[(.+)\]/g).flatMap((list) => allMatches(list, /"([\w-]+):/g));
  expect(mounted.filter((name) => !volumes.includes(name))).toEqual([]);
  const [, context = '', file = ''] = /context: (\S+), dockerfile: ([^\s,]+)/.exec(compose) ?? [];
  expect(existsSync(path.join(ROOT, 'deploy', context, file))).toBe(true);
});

test('the servers of compose.yaml serve with another role than that of the owner, and trust the nearest proxy only', () => {
  const [, owner = ''] = /POSTGRES_USER: (\S+)/.exec(compose) ?? [];
  const [, migrating] = / DATABASE_OWNER_URL: postgres:\/\/(\w+):/.exec(compose) ?? [];
  const [, serving] = / DATABASE_URL: postgres:\/\/(\w+):/.exec(compose) ?? [];
  expect([migrating, serving]).toEqual([owner, `${owner}_server`]);
  expect(read('scripts/image/run.ts')).toContain(`'psql', '-U', '${serving}',`);
  expect(allMatches(compose, /TRUST_PROXY: (?:\$\{TRUST_PROXY:-)?(.+?)\}?$/gm)).toEqual(['1', '1']);
});

test('two servers of compose.yaml share one audit key, in a volume that the account of the image may write to', () => {
  const [, keyFile = ''] = /AUDIT_KEY_FILE: (\S+)/.exec(compose) ?? [];
  expect(compose.split(`keys:${path.dirname(keyFile)}"`)).toHaveLength(3);
  expect(containerfile).toMatch(new RegExp(`install -d -o pola -m 700 .*${path.dirname(keyFile)}\\b`));
});

test('the service runs the command of npm start in the folders that install.sh makes', () => {
  expect(unit).toContain(`\nEnvironment=${memory.join(' ')}\n`);
  const [, program = '', parameters = ''] = /^ExecStart=(\S+) (.+)$/m.exec(unit) ?? [];
  expect(parameters.split(' ')).toEqual(command);
  const [, app = ''] = /^WorkingDirectory=(\S+)$/m.exec(unit) ?? [];
  const home = path.dirname(app);
  expect(program).toBe(`${app}/node_modules/.bin/node`);
  expect(unit).toContain(`\nReadWritePaths=${home}/data\n`);
  expect(installer).toContain(`app=$folder/${path.basename(app)}\n`);
  expect(installer).toContain('mkdir -p "$folder/data"');
  expect(guide).toContain(`sh install.sh ADDRESS ${home}`);
  expect(guide).toContain(`DATA_DIR=${home}/data`);
});

test('the service manager waits longer than the server takes to stop', () => {
  const [limit = ''] = allMatches(read('server/start.ts'), /STOP_WITHIN_MS = (\d+);/g);
  const waits = [
    ...allMatches(unit, /TimeoutStopSec=(\d+)/g),
    ...allMatches(compose, /&pola[\s\S]*?grace_period: (\d+)s/g),
  ];
  expect(waits.filter((wait) => Number(wait) * 1000 <= Number(limit))).toEqual([]);
  expect(waits).toHaveLength(2);
});

test('install.sh and the guide name only commands that exist', () => {
  const named = [installer, containerfile, guide, compose].flatMap((text) =>
    allMatches(text, /\bnpm run (?:--silent )?([a-z][\w:-]*)/g),
  );
  const known = Object.keys(packageFile.scripts);
  expect(named).toContain('verify-books');
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test('the sections of the guide that these files name exist, and so do its links', () => {
  const named = [containerfile, compose, unit, installer].flatMap((text) =>
    allMatches(text, /docs\/operating\.md, ([A-Z][\w ]+)/g),
  );
  expect(named.length).toBeGreaterThan(2);
  const headings = allMatches(guide, /^#+ (.+)$/gm);
  expect(named.filter((name) => !headings.includes(name))).toEqual([]);
  const anchors = headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  expect(allMatches(guide, /\]\(#([^)]+)\)/g).filter((link) => !anchors.includes(link))).toEqual([]);
  const files = allMatches(guide, /\]\(([^)#:]+)(?:#[^)]*)?\)/g);
  expect(files.filter((file) => !existsSync(path.join(ROOT, 'docs', file)))).toEqual([]);
});

test('the guide describes each variable that the server reads, and no other', () => {
  const [, table = ''] = /\n## Environment\n([\s\S]+?)\n## /.exec(guide) ?? [];
  const rows = allMatches(table, /^\| (`[^|]+`) \|/gm).flatMap((cell) => allMatches(cell, /`(\w+)`/g));
  expect(rows.toSorted()).toEqual([...variables].toSorted());
});

test('each alarm has a section in the guide', () => {
  const alarms = allMatches(read('deploy/alerts.yml'), /- alert: (\w+)/g);
  expect(alarms.length).toBeGreaterThan(10);
  expect(alarms.filter((name) => !guide.includes(`\n| [${name}](#`))).toEqual([]);
});
