import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Program {
  variable?: string;
  places: readonly string[];
  debianPackage: string;
}

const BROWSER: Program = {
  variable: 'CHROMIUM_PATH',
  places: [
    // The headless browser needs a third less processor time for the journeys (end-to-end tests).
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  debianPackage: 'chromium-headless-shell',
};
const LIBRE_OFFICE: Program = {
  variable: 'LIBREOFFICE_PATH',
  places: ['/usr/bin/soffice', '/usr/bin/libreoffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice'],
  debianPackage: 'libreoffice-calc-nogui',
};
const SQLITE: Program = { variable: 'SQLITE3_PATH', places: ['sqlite3'], debianPackage: 'sqlite3' };

const STRACE: Program = { places: ['strace'], debianPackage: 'strace' };

/** Options of the browser: it may run as root in a container, and must not use the network on its own. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

function findProgram({ variable = '', places }: Program): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return [process.env[variable] ?? '', ...places]
    .flatMap((place) => (/^(\/|$)/.test(place) ? [place] : folders.map((folder) => path.join(folder, place))))
    .find((place) => place !== '' && existsSync(place));
}

function ensureProgram(program: Program): string | undefined {
  return findProgram(program) ?? (installDebianPackages(program.debianPackage) ? findProgram(program) : undefined);
}

export function findBrowser(): string | undefined {
  return findProgram(BROWSER);
}

export function ensureBrowser(): string | undefined {
  const found = ensureProgram(BROWSER);
  if (found !== undefined) return found;
  try {
    console.log('Installing the test browser with "playwright install chromium" ...');
    execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
    return undefined;
  } catch {
    throw new Error('No browser was found: install Chromium or Chrome, or name one in CHROMIUM_PATH.');
  }
}

export function ensureLibreOffice(): string {
  const found = ensureProgram(LIBRE_OFFICE);
  if (found !== undefined) return found;
  throw new Error(
    'LibreOffice is missing: install it (Debian: apt-get install libreoffice-calc-nogui; macOS: brew install libreoffice), or name its program in LIBREOFFICE_PATH.',
  );
}

export function ensureSqliteTool(): string {
  const found = ensureProgram(SQLITE);
  if (found !== undefined) return found;
  throw new Error(
    'The sqlite3 command is missing: install it (Debian: apt-get install sqlite3; macOS has it), or name it in SQLITE3_PATH.',
  );
}

export function ensureStrace(): string {
  const found = ensureProgram(STRACE);
  if (found !== undefined) return found;
  throw new Error('strace is missing: install it (Debian: apt-get install strace). It exists on Linux only.');
}

export function ensureScanners(): void {
  const fault = ensureAll(['sqlmap', 'wapiti'].map((name) => ({ places: [name], debianPackage: name })));
  if (fault !== undefined) throw new Error(fault);
}

/** Installs what `npm run image` needs. Returns undefined, or a sentence that names what could not be installed. */
export function ensureContainerTools(needsBase: boolean): string | undefined {
  return ensureAll([
    { places: ['podman'], debianPackage: 'podman' },
    { places: ['/usr/sbin/runc', 'runc'], debianPackage: 'runc' },
    { places: ['/usr/lib/podman/netavark'], debianPackage: 'netavark' },
    { places: ['/usr/lib/podman/aardvark-dns'], debianPackage: 'aardvark-dns' },
    // netavark calls it, and reports only that a file does not exist.
    { places: ['/usr/sbin/iptables', 'iptables'], debianPackage: 'iptables' },
    { places: ['docker-compose'], debianPackage: 'docker-compose' },
    ...(needsBase ? [{ places: ['/usr/sbin/debootstrap', 'debootstrap'], debianPackage: 'debootstrap' }] : []),
  ]);
}

/**
 * Installs what `npm run faults -- cluster` needs. Returns undefined, or a sentence that names what could not be
 * installed.
 */
export function ensureClusterTools(): string | undefined {
  return ensureAll([
    { places: ['etcd'], debianPackage: 'etcd-server' },
    { places: ['patroni'], debianPackage: 'patroni' },
    { places: ['/usr/lib/python3/dist-packages/etcd'], debianPackage: 'python3-etcd' },
    { places: ['/usr/sbin/haproxy', 'haproxy'], debianPackage: 'haproxy' },
    { places: ['/usr/sbin/pgbouncer', 'pgbouncer'], debianPackage: 'pgbouncer' },
  ]);
}

function ensureAll(programs: readonly Program[]): string | undefined {
  const isMissing = (program: Program) => findProgram(program) === undefined;
  const names = (missing: readonly Program[]) => missing.map(({ debianPackage }) => debianPackage);
  const missing = programs.filter(isMissing);
  if (missing.length === 0) return undefined;
  try {
    if (installDebianPackages(...names(missing)) && !missing.some(isMissing)) return undefined;
  } catch {
    // If the package servers cannot be reached, the sentence below names what is missing.
  }
  const list = names(missing.filter(isMissing)).join(' ');
  return `missing, and could not be installed: ${list} (Debian, as root: apt-get install ${list})`;
}

export function installDebianPackages(...packages: string[]): boolean {
  const isDebian =
    existsSync('/usr/bin/apt-get') && /ID(_LIKE)?=.*debian/.test(readFileSync('/etc/os-release', 'utf8'));
  if (!isDebian || process.getuid?.() !== 0) return false;
  console.log(`Installing ${packages.join(', ')} with apt-get ...`);
  const apt = (...parameters: string[]) =>
    execFileSync('apt-get', parameters, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  return true;
}
