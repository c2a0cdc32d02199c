import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { collectOutput, runQuietly } from '../run-quietly.ts';
import { freePort } from '../setup/postgres.ts';
import { ensureContainerTools } from '../setup/programs.ts';

/**
 * `npm run image` builds the image of deploy/Containerfile and runs it as deploy/compose.yaml does. It then installs
 * the product with deploy/install.sh in an empty folder, as an account without rights. BASE is the base image;
 * `BASE=debootstrap` makes one. `-- image` or `-- install` does only one part. A part that this machine cannot do is
 * printed as not done, and the exit code is then 1.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const BASE = process.env.BASE ?? 'debootstrap';
const RELEASE = process.env.DEBIAN_RELEASE ?? 'bookworm';
const MIRROR = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian';
/** The id of an account that exists on no machine, so that it owns no files and has no rights. */
const STRANGER = 54_321;
const MOST_IMAGE_MB = 350;
const READY_TRIES = 600;
const CERTIFICATE = '/run/certificate.crt';

class NotPossible extends Error {}

const [wanted = ''] = process.argv.slice(2);
// The folder is not in /tmp, which may be in memory or forbid running programs.
const folder = mkdtempSync('/var/tmp/pola-image-');
chmodSync(folder, 0o755);
const lines: string[] = [];
let isComplete = true;
try {
  await attempt('image', buildAndRunImage);
  await attempt('install', installInEmptyFolder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${lines.join('\n')}`);
process.exitCode = isComplete ? 0 : 1;

async function attempt(part: string, run: (report: (line: string) => void) => Promise<void>): Promise<void> {
  if (!part.includes(wanted)) return;
  try {
    await run((line) => lines.push(`${part}: ${line}`));
  } catch (error) {
    isComplete = false;
    const reason = error instanceof Error ? error.message : String(error);
    lines.push(`${part}: ${error instanceof NotPossible ? 'NOT DONE' : 'FAILED'}: ${reason}`);
  }
}

async function buildAndRunImage(report: (line: string) => void): Promise<void> {
  const missing = ensureContainerTools(BASE === 'debootstrap');
  if (missing !== undefined) throw new NotPossible(missing);
  const podman = await openPodman();
  try {
    const base = BASE === 'debootstrap' ? await makeBase(podman) : BASE;
    await buildImage(podman, base);
    const megabytes = Math.round(Number(podman.run('image', 'inspect', '--format', '{{.Size}}', 'pola')) / 1e6);
    expect(megabytes <= MOST_IMAGE_MB, `the image has ${megabytes} MB, more than ${MOST_IMAGE_MB}`);
    report(`built on ${base}, ${megabytes} MB`);
    await tryImage(podman, report);
  } finally {
    podman.remove();
  }
}

interface Podman {
  run(...parameters: string[]): string;
  /** The parameters that every podman command needs. */
  place: readonly string[];
  remove(): void;
}

/** Prepares podman with images in the temporary folder, so that the images of the machine are not touched. */
async function openPodman(): Promise<Podman> {
  const storage = path.join(folder, 'storage');
  const drivers = process.getuid?.() === 0 ? ['overlay', 'vfs'] : ['vfs'];
  // runc and cgroupfs also work where systemd does not run.
  const runtime = ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs'];
  process.env.DISABLE_HC_SYSTEMD = 'true';
  let fault: string | undefined;
  for (const driver of drivers) {
    const place = ['--root', storage, '--runroot', path.join(folder, 'run'), '--storage-driver', driver];
    const { output, failure } = await collectOutput('podman', [...place, ...runtime, 'info']);
    fault = failure && output.trim();
    if (failure !== undefined) {
      rmSync(storage, { recursive: true, force: true });
      continue;
    }
    const all = [...place, ...runtime];
    const run = (...parameters: string[]) =>
      execFileSync('podman', [...all, ...parameters], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
    return {
      run,
      place: all,
      remove() {
        run('rm', '--all', '--force', '--time', '0');
      },
    };
  }
  throw new NotPossible(`podman does not work on this machine: ${fault}`);
}

async function makeBase(podman: Podman): Promise<string> {
  if (process.getuid?.() !== 0)
    throw new NotPossible('debootstrap needs root. Name a base image: BASE=docker.io/library/debian:bookworm-slim');
  const tree = path.join(folder, 'base');
  const variant = ['--variant=minbase', RELEASE, tree, MIRROR];
  await runQuietly(`Making Debian ${RELEASE}`, { command: 'debootstrap', parameters: variant });
  // These folders are removed, because Debian's slim images do not contain them either.
  for (const part of ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'var/cache/apt', 'var/lib/apt/lists'])
    rmSync(path.join(tree, part), { recursive: true, force: true });
  mkdirSync(path.join(tree, 'var/cache/apt/archives/partial'), { recursive: true });
  const archive = path.join(folder, 'base.tar');
  execFileSync('tar', ['-C', tree, '-cf', archive, '.']);
  rmSync(tree, { recursive: true });
  const name = `localhost/debian-${RELEASE}`;
  podman.run('import', archive, name);
  rmSync(archive);
  return name;
}

async function buildImage(podman: Podman, base: string): Promise<void> {
  const context = path.join(folder, 'context');
  for (const file of listOwnFiles()) cpSync(path.join(ROOT, file), path.join(context, file));
  // If a proxy decrypts TLS, the build must trust the certificate of that proxy.
  const certificate = process.env.NODE_EXTRA_CA_CERTS;
  const trusting = certificate
    ? ['--volume', `${certificate}:${CERTIFICATE}:ro`, '--build-arg', `NODE_EXTRA_CA_CERTS=${CERTIFICATE}`]
    : [];
  const options = ['--format', 'docker', '--network', 'host', '--isolation', 'chroot', '--build-arg', `BASE=${base}`];
  await runQuietly('Building the image', {
    command: 'podman',
    parameters: [
      ...podman.place,
      'build',
      ...options,
      ...trusting,
      '--tag',
      'pola',
      '--file',
      path.join(context, 'deploy/Containerfile'),
      context,
    ],
    isVerbose: process.argv.includes('--verbose'),
  });
}

/** Runs the image with the limits of compose.yaml. */
async function tryImage(podman: Podman, report: (line: string) => void): Promise<void> {
  const port = await freePort();
  const limits = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
  // Without these limits podman asks for higher ones, which root may not set in some virtual machines.
  const most = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'];
  const address = ['--network', 'host', '--env', 'HOST=127.0.0.1', '--env', `PORT=${port}`];
  const settings = ['--volume', 'pola-data:/data', '--env', 'WEATHER_URL=http://127.0.0.1:9'];
  const begun = performance.now();
  try {
    podman.run('run', '--detach', '--name', 'market', ...limits, ...most, ...address, ...settings, 'pola');
  } catch (error) {
    throw new NotPossible(`podman cannot start a container here: ${faultOf(error)}`);
  }
  await untilReady(port, () => podman.run('logs', 'market'));
  report(`ready after ${seconds(begun)}, with a read-only root file system and without rights`);
  const inside = (...command: string[]) => podman.run('exec', 'market', ...command);
  expect(inside('id', '-u') === '10001', 'the server runs as another user than 10001');
  expect(
    refuses(() => inside('touch', '/app/a')),
    'the program can be written to',
  );
  expect(
    refuses(() => inside('touch', '/etc/a')),
    'the root file system can be written to',
  );
  expect(/one-time password: \S+/.test(podman.run('logs', 'market')), 'the log has no one-time password');
  podman.run('healthcheck', 'run', 'market');
  expect(inside('node', 'scripts/verify-books.ts').includes('clean'), 'verify-books is not clean');
  inside('node', 'scripts/load-catalogue.ts');
  report('health check, verify-books and load:catalogue work inside');
  podman.run('stop', '--time', '15', 'market');
  expect(podman.run('inspect', '--format', '{{.State.ExitCode}}', 'market') === '0', 'it did not stop by itself');
  podman.run('start', 'market');
  await untilReady(port, () => podman.run('logs', 'market'));
  const products: unknown = await (await fetch(`http://127.0.0.1:${port}/api/products`)).json();
  expect(JSON.stringify(products).length > 1000, 'the volume has no products after a restart');
  podman.run('stop', '--time', '15', 'market');
  report('stopped with 0 and started again with the same data');
}

/** Follows docs/operating.md, section "As a service", without root and without systemd. */
async function installInEmptyFolder(report: (line: string) => void): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const source = path.join(folder, 'source');
  const home = path.join(folder, 'home');
  execFileSync('git', ['clone', '--quiet', '--no-local', ROOT, source]);
  mkdirSync(home);
  if (isRoot) for (const each of [home, ...listTree(source)]) chownSync(each, STRANGER, STRANGER);
  const stranger = isRoot ? { uid: STRANGER, gid: STRANGER } : {};
  const { NODE_EXTRA_CA_CERTS: certificate } = process.env;
  const bare = { PATH: '/usr/bin:/bin', HOME: home, ...(certificate && { NODE_EXTRA_CA_CERTS: certificate }) };
  const begun = performance.now();
  await runQuietly('Installing in an empty folder', {
    command: 'sh',
    parameters: [path.join(source, 'deploy/install.sh'), source, path.join(home, 'pola')],
    cwd: home,
    env: bare,
    isVerbose: process.argv.includes('--verbose'),
    ...stranger,
  });
  report(`installed under an account without rights in ${seconds(begun)}`);
  const unit = readFileSync(path.join(ROOT, 'deploy/pola.service'), 'utf8').replaceAll('/srv/pola', `${home}/pola`);
  const [, program = '', parameters = ''] = /^ExecStart=(\S+) (.+)$/m.exec(unit) ?? [];
  const [, workingFolder] = /^WorkingDirectory=(.+)$/m.exec(unit) ?? [];
  const port = await freePort();
  const server = spawn(program, parameters.split(' '), {
    cwd: workingFolder,
    env: { ...bare, DATA_DIR: path.join(home, 'pola/data'), PORT: String(port), WEATHER_URL: 'http://127.0.0.1:9' },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...stranger,
  });
  let output = '';
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = once(server, 'exit');
  try {
    await untilReady(port, () => output);
    expect(/one-time password: \S+/.test(output), 'no one-time password was printed');
  } finally {
    server.kill('SIGTERM');
  }
  const [code] = await ended;
  expect(code === 0, `the server ended with ${code}`);
  report('the command of pola.service serves and stops with 0');
}

async function untilReady(port: number, log: () => string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    if (attempt === READY_TRIES) throw new Error(`the server is not ready: ${log()}`);
    await wait(100);
  }
}

/** Returns the files that git tracks or would add. They contain no market data and no passwords. */
function listOwnFiles(): string[] {
  const options = ['ls-files', '-coz', '--exclude-standard'];
  const output = execFileSync('git', options, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return output.split('\0').filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
}

function listTree(tree: string): string[] {
  return execFileSync('find', [tree, '-print0'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\0')
    .filter((each) => each !== '' && existsSync(each));
}

function refuses(act: () => void): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}

function expect(isSo: boolean, fault: string): void {
  if (!isSo) throw new Error(fault);
}

function faultOf(error: unknown): string {
  if (error instanceof Error && 'stderr' in error) return String(error.stderr).trim();
  return String(error);
}

function seconds(begun: number): string {
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`;
}
