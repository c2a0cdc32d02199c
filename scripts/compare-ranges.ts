import { readFileSync } from 'node:fs';
import { horizons } from '#contract/words.ts';
import { readHistories } from './ranges/read-histories.ts';
import { tableOfRules } from './ranges/table-of-rules.ts';
import { runCommand } from './run-command.ts';
import { Unusable } from './setup/read-text.ts';

/**
 * `npm run compare:ranges -- FILE.csv` measures rules for price ranges on the prices of a file, and prints a Markdown
 * table of each horizon: each half of the products chooses a rule, and the other half shows what it is worth. The columns
 * of the file are date, item, min_price and max_price.
 */
await runCommand(
  (fault) => `The ranges could not be compared: ${fault}`,
  async () => {
    const [file] = process.argv.slice(2);
    if (file === undefined) throw new Unusable('Use: npm run compare:ranges -- FILE.csv');
    const histories = readHistories(readFileSync(file, 'utf8'));
    for (const horizon of horizons) console.log(tableOfRules(histories, horizon).join('\n'));
  },
);
