import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeLicences, type LockedPackages } from './check/describe-licences.ts';

/** `npm run licences` writes the list of licences. */
const root = path.join(import.meta.dirname, '..');
const lock: { packages: LockedPackages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
const { text, faults } = describeLicences(lock.packages);
writeFileSync(path.join(root, 'docs/licences.md'), text);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
