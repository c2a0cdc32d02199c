import { existsSync } from 'node:fs';
import { installDebianPackages } from './install.ts';

const USUAL_PLACES = [
  '/usr/bin/soffice',
  '/usr/bin/libreoffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
];

function findLibreOffice(): string | undefined {
  return [process.env.LIBREOFFICE_PATH, ...USUAL_PLACES].find(
    (place) => place !== undefined && place !== '' && existsSync(place),
  );
}

/**
 * The LibreOffice that spreadsheets are tried in: LIBREOFFICE_PATH, one in a usual place, else Debian's, installed now
 * without its windows. Throws one line saying how to get one.
 */
export function ensureLibreOffice(): string {
  const found = findLibreOffice() ?? (installDebianPackages('libreoffice-calc-nogui') ? findLibreOffice() : undefined);
  if (found) return found;
  throw new Error(
    'LibreOffice is missing: install it (Debian: apt-get install libreoffice-calc-nogui; macOS: brew install libreoffice), or name its program in LIBREOFFICE_PATH.',
  );
}
