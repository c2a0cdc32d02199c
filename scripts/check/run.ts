import { existsSync } from 'node:fs';
import { findAmbient } from './ambient.ts';
import { findCodeFaults } from './code-rules.ts';
import { isData, isTest } from './file-kinds.ts';
import { findFileFaults, findMissingFiles, linesOf } from './file-rules.ts';
import { findImportFaults } from './find-import-faults.ts';
import { findInterfaceText } from './interface-text.ts';
import { findRepeatedNames, findShortModules } from './module-rules.ts';
import { findPhrases } from './phrases.ts';
import { type Finding, listFiles, readFiles, readSources, type Source } from './read-sources.ts';
import { findRepeatedLists } from './repeated-lists.ts';

process.chdir(`${import.meta.dirname}/../..`);
const sources = readSources(readFiles(listFiles()));
const { findings: importFaults, modules } = await findImportFaults(process.cwd());
const findings: Finding[] = [
  ...importFaults,
  ...findFileFaults(sources),
  ...findMissingFiles(sources, existsSync),
  ...findCodeFaults(sources),
  ...findRepeatedNames(sources),
  ...findRepeatedLists(sources),
  ...findShortModules(sources, modules),
  ...sources.flatMap((source) => [...findAmbient(source), ...findInterfaceText(source), ...findPhrases(source)]),
];
findings.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
for (const { path, line, rule, sentence } of findings) console.log(`${path}:${line} ${rule}: ${sentence}`);
console.log(`${findings.length} broken rules; ${describeLengths(sources)}`);
process.exitCode = findings.length === 0 ? 0 : 1;

function describeLengths(files: readonly Source[]): string {
  const read = files.filter(({ code, path }) => code && !isTest(path) && !isData(path));
  const lengths = read.map(linesOf).sort((one, other) => one - other);
  return `${files.length} files, median ${lengths[Math.floor(lengths.length / 2)] ?? 0} lines, longest ${lengths.at(-1) ?? 0}`;
}
