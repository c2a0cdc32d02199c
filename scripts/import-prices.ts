import { keepNewFilesPrivate } from '#server/db/data-folder.ts';
import { importPriceFile } from './import/import-price-file.ts';
import { callOfProcess } from './run-command.ts';

keepNewFilesPrivate();
process.exitCode = await importPriceFile(callOfProcess());
