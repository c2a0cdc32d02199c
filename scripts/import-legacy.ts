import { keepNewFilesPrivate } from '#server/db/data-folder.ts';
import { importLegacyFile } from './import/import-legacy-file.ts';
import { callOfProcess } from './run-command.ts';

keepNewFilesPrivate();
process.exitCode = await importLegacyFile(callOfProcess());
