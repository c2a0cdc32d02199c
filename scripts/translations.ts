import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from './run-command.ts';
import { readText, Unusable } from './setup/read-text.ts';
import { readCatalogues } from './translations/read-catalogues.ts';
import { type Confirmed, readReviewSheet, writeReviewSheet } from './translations/review-sheet.ts';

const USAGE = 'Usage: npm run translations -- export FILE.csv | import FILE.csv';
const ROOT = path.resolve(import.meta.dirname, '..');
const CONFIRMED = path.join(ROOT, 'scripts/translations/confirmed.json');

/** `npm run translations`: the Sinhala and Tamil texts as a sheet for native readers, and back. */
await runCommand(
  (fault) => `The translations could not be read: ${fault}`,
  async () => {
    const [action, file, ...more] = process.argv.slice(2);
    if (file === undefined || more.length > 0 || (action !== 'export' && action !== 'import'))
      throw new Unusable(USAGE);
    const catalogues = readCatalogues(ROOT);
    const confirmed = existsSync(CONFIRMED) ? (JSON.parse(readFileSync(CONFIRMED, 'utf8')) as Confirmed) : {};
    if (action === 'export') {
      writeFileSync(file, `\ufeff${writeReviewSheet(catalogues, confirmed)}`);
      console.log(`${file}: ${countTexts(catalogues)} texts, ${Object.keys(confirmed).length} of them once confirmed.`);
      return;
    }
    const reviewed = readReviewSheet(readText(file), catalogues, confirmed);
    for (const { path: own, translated } of reviewed.catalogues)
      if (Object.keys(translated).length > 0)
        // A soft hyphen is seen in the file only when it is escaped.
        writeFileSync(
          path.join(ROOT, own),
          `${JSON.stringify(translated, undefined, 2).replaceAll('\u00ad', '\\u00ad')}\n`,
        );
    writeFileSync(CONFIRMED, `${JSON.stringify(reviewed.confirmed, undefined, 2)}\n`);
    console.log(`${reviewed.changed} texts changed, ${Object.keys(reviewed.confirmed).length} confirmed in all.`);
  },
);

function countTexts(catalogues: ReturnType<typeof readCatalogues>): number {
  return catalogues.reduce((sum, { translated }) => sum + Object.keys(translated).length, 0);
}
