import { diffFolders } from './compare/diff-folders.ts';
import { writeMarket } from './compare/write-market.ts';

/**
 * `npm run compare -- write FOLDER` fills a market with the same steps each time, and writes into FOLDER what the
 * market shows and sends: pages, documents, answers, emails. `npm run compare -- diff FOLDER FOLDER` shows where two
 * such folders differ.
 */
const [act, ...folders] = process.argv.slice(2);
const [one, other] = folders;

if (act === 'write' && one !== undefined && folders.length === 1) await writeMarket(one);
else if (act === 'diff' && one !== undefined && other !== undefined) process.exitCode = diffFolders(one, other);
else {
  console.error('Say "npm run compare -- write FOLDER" or "npm run compare -- diff FOLDER FOLDER".');
  process.exitCode = 1;
}
