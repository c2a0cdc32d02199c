import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FONTS = path.resolve('node_modules/pdfjs-dist/standard_fonts');

/**
 * Returns environment variables that imitate a fresh machine, which has only what the repository installs, one Latin
 * font and no locale.
 */
export function bareEnvironment(folder: string): Record<string, string> {
  const fonts = path.join(folder, 'fonts');
  mkdirSync(fonts, { recursive: true });
  const file = path.join(fonts, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${FONTS}</dir><cachedir>${fonts}</cachedir></fontconfig>\n`,
  );
  return {
    FONTCONFIG_FILE: file,
    PATH: path.resolve('node_modules/.bin'),
    LANG: 'C',
    LC_ALL: 'C',
    // This zone is ahead of every market's zone, so a test that uses the machine's date instead of the market's fails.
    TZ: 'Pacific/Kiritimati',
  };
}
