import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { collectOutput, runQuietly } from '../run-quietly.ts';
import { findCommit } from '../setup/find-commit.ts';
import { ensureContainerTools } from '../setup/programs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MADE = 'debootstrap';
const BASE = process.env.BASE ?? MADE;
const RELEASE = process.env.DEBIAN_RELEASE ?? 'bookworm';
const MIRROR = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian';
const CERTIFICATE = '/run/certificate.crt';
const HEALTH_CHECK_MS = 1000;
const SOCKET_TRIES = 100;

/** An error whose message says why a part of the command cannot be done on this machine. */
export class NotPossible extends Error {}

export interface Podman {
  run(...parameters: string[]): string;
  /** The options that every podman command needs, such as the folder of its images. */
  place: readonly string[];
  /** The name of the base image. */
  base: string;
  remove(): void;
}

/** Configures podman to store its images in `folder`, and builds the image of deploy/Containerfile there as `pola`. */
export async function buildPola(folder: string): Promise<Podman> {
  const missing = ensureContainerTools(BASE === MADE);
  if (missing !== undefined) throw new NotPossible(missing);
  const podman = await openPodman(folder);
  if (BASE === MADE) await makeBase(podman, folder);
  const context = contextOf(folder);
  for (const file of listOwnFiles()) cpSync(path.join(ROOT, file), path.join(context, file));
  await build(podman, { name: 'pola', file: path.join(context, 'deploy/Containerfile'), context });
  return podman;
}

/** The copy of the repository from which the image is built. */
export function contextOf(folder: string): string {
  return path.join(folder, 'context');
}

async function openPodman(folder: string): Promise<Podman> {
  const storage = path.join(folder, 'storage');
  const settings = path.join(folder, 'containers.conf');
  writeFileSync(
    settings,
    [
      // runc and cgroupfs also work where systemd does not run.
      '[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"',
      // Without these limits podman asks for higher ones than root may set in some virtual machines.
      '[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]\nlog_driver = "k8s-file"',
      `[network]\nnetwork_backend = "netavark"\nnetwork_config_dir = "${folder}/networks"\n`,
    ].join('\n'),
  );
  Object.assign(process.env, { CONTAINERS_CONF: settings, DISABLE_HC_SYSTEMD: 'true' });
  let fault: string | undefined;
  for (const driver of process.getuid?.() === 0 ? ['overlay', 'vfs'] : ['vfs']) {
    const place = ['--root', storage, '--runroot', path.join(folder, 'run'), '--storage-driver', driver];
    const { output, failure } = await collectOutput('podman', [...place, 'info']);
    fault = failure && output.trim();
    if (failure !== undefined) {
      rmSync(storage, { recursive: true, force: true });
      continue;
    }
    const run = (...parameters: string[]) =>
      execFileSync('podman', [...place, ...parameters], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
    return {
      run,
      place,
      base: BASE === MADE ? `localhost/debian-${RELEASE}` : BASE,
      remove() {
        run('rm', '--all', '--force', '--time', '0');
        // Those that watched a command in a container would run podman again five minutes later.
        endProcesses(folder);
        // podman may leave its storage mounted, which could then not be deleted.
        for (const mounted of listMounts(folder).toReversed()) execFileSync('umount', [mounted]);
      },
    };
  }
  throw new NotPossible(`podman does not work on this machine: ${fault}`);
}

/** Ends the processes, other than this one, that have a file of the folder in their command. */
function endProcesses(folder: string): void {
  for (const id of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    try {
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8');
      if (id !== process.pid && command.includes(`${folder}/`)) process.kill(id, 'SIGKILL');
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      // Such a process has ended by itself.
      if (code !== 'ENOENT' && code !== 'ESRCH') throw error;
    }
  }
}

/** Returns the places below a folder where something is mounted, each after the place that contains it. */
function listMounts(folder: string): string[] {
  const places = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  return places.filter((place) => place.startsWith(`${folder}/`));
}

async function makeBase(podman: Podman, folder: string): Promise<void> {
  if (process.getuid?.() !== 0)
    throw new NotPossible('debootstrap needs root. Name a base image: BASE=docker.io/library/debian:bookworm-slim');
  const tree = path.join(folder, 'base');
  const variant = ['--variant=minbase', RELEASE, tree, MIRROR];
  await runQuietly(`Making Debian ${RELEASE}`, { command: 'debootstrap', parameters: variant });
  // Debian's slim images do not contain these folders either.
  for (const part of ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'var/cache/apt', 'var/lib/apt/lists'])
    rmSync(path.join(tree, part), { recursive: true, force: true });
  mkdirSync(path.join(tree, 'var/cache/apt/archives/partial'), { recursive: true });
  const archive = path.join(folder, 'base.tar');
  execFileSync('tar', ['-C', tree, '-cf', archive, '.']);
  rmSync(tree, { recursive: true });
  podman.run('import', archive, podman.base);
  rmSync(archive);
}

async function build(
  podman: Podman,
  { name, file, context }: { name: string; file: string; context: string },
): Promise<void> {
  // On a network whose proxy decrypts TLS, the build must trust the certificate of that proxy.
  const certificate = process.env.NODE_EXTRA_CA_CERTS;
  const trusting = certificate
    ? ['--volume', `${certificate}:${CERTIFICATE}:ro`, '--build-arg', `NODE_EXTRA_CA_CERTS=${CERTIFICATE}`]
    : [];
  const options = ['--format', 'docker', '--network', 'host', '--isolation', 'chroot'];
  const base = ['--build-arg', `BASE=${podman.base}`, '--build-arg', `POLA_COMMIT=${findCommit(ROOT) ?? ''}`];
  await runQuietly(`Building the image ${name}`, {
    command: 'podman',
    parameters: [...podman.place, 'build', ...options, ...base, ...trusting, '--tag', name, '--file', file, context],
    isVerbose: process.argv.includes('--verbose'),
  });
}

/** Debian's PostgreSQL and Caddy, which need the same settings as the images that compose.yaml names. */
const STAND_INS = {
  POSTGRES_IMAGE: `ARG BASE
FROM \${BASE}
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql \\
 && ln -s /usr/lib/postgresql/*/bin/* /usr/local/bin/ \\
 && install -d -o postgres -m 700 /var/lib/postgresql/data
ENV PGDATA=/var/lib/postgresql/data
USER postgres
CMD ["sh", "-c", "test -s $PGDATA/PG_VERSION || { printf %s $POSTGRES_PASSWORD > /tmp/password && initdb -U $POSTGRES_USER --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 -E UTF8 --locale=C.UTF-8 && echo 'host all all all scram-sha-256' >> $PGDATA/pg_hba.conf && echo create database $POSTGRES_USER | postgres --single -j postgres; } && exec postgres -c 'listen_addresses=*'"]
`,
  CADDY_IMAGE: `ARG BASE
FROM \${BASE}
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends caddy
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
`,
};

/**
 * Returns environment variables for compose.yaml that name locally built images, because there may be no registry;
 * nothing if the base image comes from a registry.
 */
export async function makeStandIns(podman: Podman, folder: string): Promise<Record<string, string>> {
  if (BASE !== MADE) return {};
  const images: Record<string, string> = {};
  for (const [variable, text] of Object.entries(STAND_INS)) {
    const context = path.join(folder, variable);
    mkdirSync(context);
    const file = path.join(context, 'Containerfile');
    writeFileSync(file, text);
    const name = variable.toLowerCase();
    await build(podman, { name, file, context });
    images[variable] = `localhost/${name}`;
  }
  return images;
}

export interface Compose {
  /** Runs docker-compose as docs/operating.md says. Throws an error with its output if it fails. */
  run(...parameters: string[]): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts podman's API, which docker-compose uses. Also runs the health checks, which podman usually leaves to systemd.
 */
export async function openCompose(podman: Podman, folder: string): Promise<Compose> {
  const socket = path.join(folder, 'podman.sock');
  const service = spawn('podman', [...podman.place, 'system', 'service', '--time', '0', `unix://${socket}`], {
    stdio: 'ignore',
  });
  const ended = once(service, 'exit');
  for (let attempt = 1; !existsSync(socket); attempt += 1) {
    if (attempt === SOCKET_TRIES || service.exitCode !== null)
      throw new NotPossible(`podman system service does not start: exit code ${service.exitCode}`);
    await wait(100);
  }
  const checks = new AbortController();
  const checking = checkHealth(podman, checks.signal);
  return {
    async run(...parameters) {
      const { output, failure } = await collectOutput(
        'docker-compose',
        ['-f', path.join(contextOf(folder), 'deploy/compose.yaml'), ...parameters],
        { env: { ...process.env, DOCKER_HOST: `unix://${socket}`, COMPOSE_ANSI: 'never' } },
      );
      if (failure !== undefined) throw new Error(`docker-compose ${parameters.join(' ')}: ${failure}\n${output}`);
      return output;
    },
    async close() {
      checks.abort();
      await checking;
      service.kill('SIGTERM');
      await ended;
    },
  };
}

async function checkHealth({ place }: Podman, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { output } = await collectOutput('podman', [...place, 'ps', '--quiet']);
    for (const id of output.split('\n').filter(Boolean))
      await collectOutput('podman', [...place, 'healthcheck', 'run', id]);
    await wait(HEALTH_CHECK_MS);
  }
}

/** Returns the files that git tracks or would add. They contain no data and no passwords. */
function listOwnFiles(): string[] {
  const options = ['ls-files', '-coz', '--exclude-standard'];
  const output = execFileSync('git', options, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return output.split('\0').filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
}
