import { existsSync } from 'node:fs';
import { findAmbient } from './ambient.ts';
import { findCodeFaults } from './code-rules.ts';
import { findFileFaults, findMissingFiles } from './file-rules.ts';
import { findImportFaults } from './find-import-faults.ts';
import { findInterfaceText } from './interface-text.ts';
import { describeMeasure, isWithinLimits, measureTree } from './measure-tree.ts';
import { findRepeatedNames, findShortModules } from './module-rules.ts';
import { findPhrases } from './phrases.ts';
import { type Finding, listFiles, listTracked, readFiles, readSources } from './read-sources.ts';
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
console.log(`${findings.length} broken rules`);
const measures = measureTree(listTracked(), sources, findings);
for (const measure of measures) console.log(describeMeasure(measure));
process.exitCode = findings.length === 0 && measures.every(isWithinLimits) ? 0 : 1;
