import { keepNewFilesPrivate } from '#server/db/data-folder.ts';
import { importShopFile } from './import/import-shop-file.ts';
import { callOfProcess } from './run-command.ts';

keepNewFilesPrivate();
process.exitCode = await importShopFile(callOfProcess());
