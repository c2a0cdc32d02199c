import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FONTS = path.resolve('node_modules/pdfjs-dist/standard_fonts');

/**
 * What passes with only what the repository brings (one Latin font, no locale, installed packages) passes on a fresh
 * machine, too.
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
    // No market is so far east: what leans on the day of the machine is seen.
    TZ: 'Pacific/Kiritimati',
  };
}
