import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { buildFolder } from './program-files.ts';

const NEEDED_NODE = 26;

if (Number(process.versions.node.split('.')[0]) < NEEDED_NODE) {
  console.error(
    `Pola needs Node ${NEEDED_NODE}, which "npm ci" brings along; this is ${process.version}. Start it with "npm start".`,
  );
  process.exit(1);
}
// The heap grows by a third between full garbage collections. With V8's default it may double under load
// (bench/overload.md).
setFlagsFromString('--heap-growing-percent=30');
// Caches compiled code for a faster start; does nothing where that is not possible.
enableCompileCache(path.join(buildFolder, 'compile-cache'));
await import('./start.ts');
