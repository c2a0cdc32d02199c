import { enableCompileCache } from 'node:module';
import path from 'node:path';

const NEEDED_NODE = 26;

if (Number(process.versions.node.split('.')[0]) < NEEDED_NODE) {
  console.error(
    `Pola needs Node ${NEEDED_NODE}, which "npm ci" brings along; this is ${process.version}. Start it with "npm start".`,
  );
  process.exit(1);
}
// Caches compiled code for a faster start, where that is possible.
enableCompileCache(path.resolve(import.meta.dirname, '../build/compile-cache'));
await import('./start.ts');
