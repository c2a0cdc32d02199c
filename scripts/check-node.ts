import path from 'node:path';
import { findNodeFault } from './setup/find-node-fault.ts';
import checksums from './setup/node-checksums.json' with { type: 'json' };

/** Part of `npm run check`: checks that the Node program that npm installed is the pinned one. */
const fault = findNodeFault(path.join(import.meta.dirname, '../node_modules'), checksums, process);
if (fault !== undefined) console.error(fault);
process.exitCode = fault === undefined ? 0 : 1;
