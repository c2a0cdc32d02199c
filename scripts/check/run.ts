import { existsSync } from 'node:fs';
import { findAmbient } from './ambient.ts';
import { findCodeFaults } from './code-rules.ts';
import { findUndescribedCryptography } from './cryptography.ts';
import { findFileFaults, findMissingFiles } from './file-rules.ts';
import { findImportFaults } from './find-import-faults.ts';
import { findInterfaceText } from './interface-text.ts';
import { findOfficeAddresses } from './office-addresses.ts';
import { findPhrases } from './phrases.ts';
import { type Finding, listFiles, readFiles, readSources } from './read-sources.ts';
import { findRepeatedLists } from './repeated-lists.ts';
import { findRepeatedNames } from './repeated-names.ts';
import { findStyleFaults, findUnknownTokens } from './styles.ts';

process.chdir(`${import.meta.dirname}/../..`);
const sources = readSources(readFiles(listFiles()));
const findings: Finding[] = [
  ...(await findImportFaults(process.cwd())),
  ...findFileFaults(sources),
  ...findMissingFiles(sources, existsSync),
  ...findCodeFaults(sources),
  ...findRepeatedNames(sources),
  ...findRepeatedLists(sources),
  ...findUndescribedCryptography(sources),
  ...findUnknownTokens(sources),
  ...sources.flatMap((source) => [
    ...findAmbient(source),
    ...findInterfaceText(source),
    ...findOfficeAddresses(source),
    ...findPhrases(source),
    ...findStyleFaults(source),
  ]),
];
findings.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
for (const { path, line, rule, sentence } of findings) console.log(`${path}:${line} ${rule}: ${sentence}`);
console.log(`${findings.length} broken rules`);
process.exitCode = findings.length === 0 ? 0 : 1;
