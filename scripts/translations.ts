import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from './run-command.ts';
import { readText, Unusable } from './setup/read-text.ts';
import { type Rows, readTextFiles, textRowsOf, writeTextFile } from './translations/read-texts.ts';
import { type Confirmed, readReviewSheet, writeReviewSheet } from './translations/review-sheet.ts';

const USAGE = 'Usage: npm run translations -- export FILE.csv | import FILE.csv';
const ROOT = path.resolve(import.meta.dirname, '..');
const CONFIRMED = path.join(ROOT, 'scripts/translations/confirmed.json');

/** `npm run translations` writes the Sinhala and Tamil texts as a sheet for native readers, and reads it back. */
await runCommand(
  (fault) => `The translations could not be read: ${fault}`,
  async () => {
    const [action, file, ...more] = process.argv.slice(2);
    if (file === undefined || more.length > 0 || (action !== 'export' && action !== 'import'))
      throw new Unusable(USAGE);
    const files = readTextFiles(ROOT);
    const texts = textRowsOf(files);
    const confirmed = existsSync(CONFIRMED) ? (JSON.parse(readFileSync(CONFIRMED, 'utf8')) as Confirmed) : {};
    if (action === 'export') {
      writeFileSync(file, `\ufeff${writeReviewSheet(texts, confirmed)}`);
      console.log(
        `${file}: ${countTexts(texts)} texts, of which ${Object.keys(confirmed).length} have been confirmed.`,
      );
      return;
    }
    const reviewed = readReviewSheet(readText(file), texts, confirmed);
    for (const one of files) writeFileSync(path.join(ROOT, one.path), writeTextFile(one, reviewed.texts));
    execFileSync('npx', ['biome', 'format', '--write', 'texts'], { cwd: ROOT });
    writeFileSync(CONFIRMED, `${JSON.stringify(reviewed.confirmed, undefined, 2)}\n`);
    console.log(`${reviewed.changed} texts changed, ${Object.keys(reviewed.confirmed).length} confirmed in all.`);
  },
);

function countTexts(texts: Rows): number {
  return Object.values(texts).reduce(
    (sum, { si, ta }) => sum + [si, ta].filter((text) => text !== undefined).length,
    0,
  );
}
