import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { languages } from '#contract/languages.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { makePdf } from '#server/documents/make-pdf.ts';
import { openCentre } from '#server/features/centre/open-centre.ts';
import { describeForSheet } from '#server/features/emergency-sheet/describe-for-sheet.ts';
import { drawSheet } from '#server/features/emergency-sheet/draw-sheet.ts';
import { recordPrinted } from '#server/features/emergency-sheet/sheet-state.ts';
import { runCommand, withDatabase } from './run-command.ts';
import { Unusable } from './setup/read-text.ts';

const USAGE = 'Usage: npm run emergency-sheet -- FILE.pdf [--language en|si|ta]';

/** `npm run emergency-sheet -- FILE.pdf` writes the sheet to print. The server may run meanwhile. */
await runCommand(
  (fault) => `The emergency sheet could not be written: ${fault}`,
  async () => {
    const { values, positionals } = parseArgs({
      options: { language: { type: 'string', default: 'en' } },
      allowPositionals: true,
    });
    const [file, ...others] = positionals;
    const language = languages.find((name) => name === values.language);
    if (file === undefined || others.length > 0 || language === undefined) throw new Unusable(USAGE);
    const config = readConfig();
    await withDatabase(async (database) => {
      const context = { actor: 'command', now: systemClock.now(), requestId: 'emergency-sheet' };
      const { facts: centre } = await openCentre(database.reader, config);
      const market = describeForSheet({ database, config, centre });
      writeFileSync(file, await makePdf(drawSheet(market, { language, at: context.now, by: context.actor })));
      await database.write((tx) => recordPrinted(tx, context, market));
      console.log(`${file} was written. Print it, fill in the lines by hand, and store it away from this machine.`);
    });
  },
);
