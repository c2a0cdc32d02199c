import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installDebianPackages } from './install.ts';

/** Chromium without a window of its own takes a third less processor time for the journeys. */
const USUAL_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Flags for a browser that is quiet and looks for nobody: it runs as root in a container and must not phone home. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The browser of this machine: CHROMIUM_PATH or one in a usual place; undefined when there is none. */
export function findBrowser(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...USUAL_PLACES].find(
    (place) => place !== undefined && place !== '' && existsSync(place),
  );
}

/**
 * Finds a browser for tests: an installed one, else Debian's, else the test tool's own. Returns its path,
 * or undefined for the test tool's own; throws one line saying how to get one.
 */
export function ensureBrowser(): string | undefined {
  const found = findBrowser() ?? (installDebianPackages('chromium-headless-shell') ? findBrowser() : undefined);
  if (found) return found;
  try {
    console.log('Installing the test browser with "playwright install chromium" ...');
    execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
    return undefined;
  } catch {
    throw new Error('No browser was found: install Chromium or Chrome, or name one in CHROMIUM_PATH.');
  }
}
