import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ARCH = process.arch;
/** The programs of a Debian machine. The tests may run without them in PATH. */
const env = { ...process.env, PATH: '/usr/bin:/bin' };
/** In place of npm: packages are one program, and a build is the version. A file `fault` makes the build fail. */
const NPM = `#!/bin/sh
set -e
case $1 in
  say) echo "node of \${PATH%%:*}" ;;
  ci) mkdir -p node_modules/.bin && cp /bin/sleep node_modules/.bin/server ;;
  run) [ ! -e fault ] || { echo 'error TS1: this does not compile' >&2; exit 1; }
    mkdir -p build && cp package.json build/program ;;
esac
`;

let folder: string;
let registry: string;
let source: string;
let home: string;

const at = (...parts: string[]) => path.join(home, ...parts);
const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: source, env, stdio: 'pipe' });

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pola-install-'));
  registry = path.join(folder, 'registry');
  source = path.join(folder, 'source');
  home = path.join(folder, 'home');
  for (const each of [registry, source, home]) mkdirSync(each);
  pack('npm/-/npm.tgz', { 'bin/npm-cli.js': NPM });
  pack(`node-linux-${ARCH}/-/node.tgz`, { 'bin/node': '#!/bin/sh\necho v26\n' });
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.com');
  mkdirSync(path.join(source, 'deploy'));
  for (const file of ['install.sh', 'pola.service', 'alerts.yml', 'dashboard.json'])
    writeFileSync(path.join(source, 'deploy', file), `the ${file} of the repository\n`);
  commitRelease('0.4.0');
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Writes an archive as the registry has them, and returns its checksum as the lock file has it. */
function pack(name: string, files: Record<string, string>): string {
  const archive = path.join(registry, name);
  const contents = mkdtempSync(path.join(folder, 'contents-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(contents, 'package', file)), { recursive: true });
    writeFileSync(path.join(contents, 'package', file), text);
  }
  mkdirSync(path.dirname(archive), { recursive: true });
  execFileSync('tar', ['-czf', archive, '-C', contents, 'package'], { env });
  return integrityOf(archive);
}

function integrityOf(file: string): string {
  return `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
}

function commitRelease(version: string, files: Record<string, string> = {}): void {
  const node = path.join(registry, `node-linux-${ARCH}/-/node.tgz`);
  const entry = { version: '26.0.0', resolved: `file://${node}`, integrity: integrityOf(node) };
  const all = {
    'package.json': JSON.stringify({ name: 'pola', version }, null, 2),
    'package-lock.json': JSON.stringify(
      { name: 'pola', packages: { [`node_modules/node-linux-${ARCH}`]: entry } },
      null,
      2,
    ),
    'CHANGELOG.md': `# Changes\n\n## Next\n\n## ${version} (2026-01-01)\n\n## 0.3.0 (2025-01-01)\n`,
    ...files,
  };
  for (const [file, text] of Object.entries(all)) writeFileSync(path.join(source, file), text);
  git('add', '.');
  git('commit', '--quiet', '--message', version);
}

function install({ version = '', from = source } = {}): { code: number | null; said: string } {
  const npm = path.join(registry, 'npm/-/npm.tgz');
  const script = readFileSync(path.join(ROOT, 'deploy/install.sh'), 'utf8')
    .replace(/^NPM_INTEGRITY=.*$/m, `NPM_INTEGRITY=${integrityOf(npm)}`)
    .replace(/^NPM_VERSION=.*$/m, 'NPM_VERSION=1')
    .replace(/^REGISTRY=.*$/m, `REGISTRY=file://${registry}`)
    .replaceAll('npm-$NPM_VERSION.tgz', 'npm.tgz');
  const file = path.join(folder, 'install.sh');
  writeFileSync(file, script);
  const { status, stdout, stderr } = spawnSync('sh', [file, from, home, ...(version === '' ? [] : [version])], {
    encoding: 'utf8',
    env,
    timeout: 60_000,
  });
  return { code: status, said: stdout + stderr };
}

const installed = () => JSON.parse(readFileSync(at('app/build/program'), 'utf8')).version;
const folders = () =>
  readdirSync(home)
    .filter((name) => name.startsWith('app-'))
    .map((name) => name.replace(/-[0-9a-f]{8}$/, ''));
const builtAt = (name: string) => statSync(at(name, 'build/program')).mtimeMs;

function runServer(): () => Promise<void> {
  const server = spawn(realpathSync(at('app/node_modules/.bin/server')), ['60'], { cwd: realpathSync(at('app')) });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  return async () => {
    server.kill();
    await ended;
  };
}

describe('the installer', { tags: ['slow'] }, () => {
  it('installs beside and switches, and keeps the release before to go back to', async () => {
    expect(install().said).toContain('Installed Pola 0.4.0');
    expect(installed()).toBe('0.4.0');
    expect(execFileSync(at('app/.bin/npm'), ['say'], { encoding: 'utf8', env })).toMatch(
      /\/app-0\.4\.0-\w{8}\/\.bin\n$/,
    );
    const first = realpathSync(at('app'));
    commitRelease('0.5.0');
    const { said } = install();
    expect(said).toContain('Installed Pola 0.5.0');
    expect(said).toContain(`ln -sfn ${path.basename(first)} ${home}/app`);
    expect(installed()).toBe('0.5.0');
    expect(readFileSync(path.join(first, 'build/program'), 'utf8')).toContain('0.4.0');
    commitRelease('0.6.0');
    install();
    expect(folders().toSorted()).toEqual(['app-0.5.0', 'app-0.6.0']);
  });

  it('deletes no release that runs', async () => {
    install();
    const stop = runServer();
    for (const version of ['0.5.0', '0.6.0', '0.7.0']) {
      commitRelease(version);
      install();
    }
    expect(folders().toSorted()).toEqual(['app-0.4.0', 'app-0.6.0', 'app-0.7.0']);
    await stop();
    commitRelease('0.8.0');
    install();
    expect(folders().toSorted()).toEqual(['app-0.7.0', 'app-0.8.0']);
  });

  it('installs a version by its tag or by the commit that wrote it, and names those that exist', () => {
    git('tag', 'v0.4.0');
    commitRelease('0.5.0');
    commitRelease('0.5.0', { 'after.txt': 'a commit after the release' });
    commitRelease('0.6.0');
    expect(install({ version: '0.4.0' }).said).toContain('Installed Pola 0.4.0');
    expect(install({ version: '0.5.0' }).said).toContain('Installed Pola 0.5.0');
    expect(existsSync(at('app/after.txt'))).toBe(false);
    const missing = install({ version: '0.9.0' });
    expect(missing).toMatchObject({ code: 1 });
    expect(missing.said).toContain('There is no release 0.9.0. Releases: 0.6.0 0.3.0');
    expect(installed()).toBe('0.5.0');
  });

  it('builds an installed release once, also when it is chosen again', () => {
    install();
    const before = builtAt('app');
    expect(install().said).toContain('is installed already');
    commitRelease('0.5.0');
    install();
    expect(install({ version: '0.4.0' }).said).toContain('Installed Pola 0.4.0');
    expect(builtAt('app')).toBe(before);
  });

  it.each([
    ['a build that fails', () => commitRelease('0.5.0', { fault: '' }), 'this does not compile'],
    [
      'another file of Node',
      () => {
        commitRelease('0.5.0');
        pack(`node-linux-${ARCH}/-/node.tgz`, { 'bin/node': '#!/bin/sh\nrm -rf everything\n' });
      },
      'its checksum differs',
    ],
    [
      'a registry that does not answer',
      () => {
        commitRelease('0.5.0');
        rmSync(path.join(registry, 'npm'), { recursive: true });
        mkdirSync(path.join(registry, 'npm/-'), { recursive: true });
        writeFileSync(path.join(registry, 'npm/-/npm.tgz'), '');
      },
      '',
    ],
    ['a repository that is gone', () => rmSync(path.join(source, '.git'), { recursive: true }), 'cannot be fetched'],
  ])('leaves the program as it is after %s', (_, happen, sentence) => {
    install();
    happen();
    const { code, said } = install();
    expect(code).not.toBe(0);
    expect(said).toContain(sentence);
    expect(said).not.toContain('Installed Pola');
    expect(installed()).toBe('0.4.0');
    expect(folders()).toEqual(['app-0.4.0']);
  });

  it('replaces the folder of an earlier installer by the link, and keeps it', () => {
    mkdirSync(at('app/build'), { recursive: true });
    writeFileSync(at('app/build/program'), 'of 0.3.0');
    expect(install().said).toMatch(/The program before is .*app-before-\d{14}/);
    expect(installed()).toBe('0.4.0');
    const [before = ''] = folders().filter((name) => name.startsWith('app-before-'));
    expect(readFileSync(at(before, 'build/program'), 'utf8')).toBe('of 0.3.0');
  });

  it('leaves a market inside the program where it is, and says what to do', () => {
    mkdirSync(at('app/data'), { recursive: true });
    writeFileSync(at('app/data/pola.db'), 'a market');
    const { code, said } = install();
    expect(code).toBe(1);
    expect(said).toContain(`move that folder's files to ${home}/data`);
    expect(readFileSync(at('app/data/pola.db'), 'utf8')).toBe('a market');
  });

  it('says which copies outside the program are not those of the release', () => {
    install();
    writeFileSync(at('alerts.yml'), 'the alerts.yml of an earlier release\n');
    writeFileSync(at('dashboard.json'), readFileSync(at('app/deploy/dashboard.json')));
    const { said } = install();
    expect(said).toContain(`${home}/alerts.yml is not that of this release`);
    expect(said).not.toContain('dashboard.json is not');
  });

  it('lets other accounts read the program and not the data', () => {
    install();
    expect(statSync(at('app/deploy/alerts.yml')).mode & 0o777).toBe(0o644);
    expect(statSync(at('app')).mode & 0o777).toBe(0o755);
    expect(statSync(at('data')).mode & 0o777).toBe(0o700);
  });

  it('waits for no other installation, and says so', () => {
    install();
    const holder = spawn('flock', [at('.installing'), 'sleep', '60'], { detached: true, env });
    try {
      while (spawnSync('flock', ['--nonblock', at('.installing'), 'true'], { env }).status === 0);
      expect(install().said).toContain('Another installation');
    } finally {
      process.kill(-(holder.pid ?? 0));
    }
  });
});
