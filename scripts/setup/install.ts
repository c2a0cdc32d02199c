import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** True on Debian (or a child of it) with the rights to install packages. */
function canUseApt(): boolean {
  return (
    process.getuid?.() === 0 &&
    existsSync('/usr/bin/apt-get') &&
    /ID(_LIKE)?=.*debian/.test(readFileSync('/etc/os-release', 'utf8'))
  );
}

/** Installs Debian packages and says so; returns false where that is not possible. */
export function installDebianPackages(...packages: string[]): boolean {
  if (!canUseApt()) return false;
  console.log(`Installing ${packages.join(', ')} with apt-get ...`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment,
  });
  return true;
}
