import { findAmbient } from './ambient.ts';
import { findCodeFaults } from './code-rules.ts';
import { isData, isTest } from './file-kinds.ts';
import { findFileFaults, linesOf } from './file-rules.ts';
import { findImportFaults } from './find-import-faults.ts';
import { findInterfaceText } from './interface-text.ts';
import { findRepeatedNames, findShortModules } from './module-rules.ts';
import { isPending } from './pending.ts';
import { findPhrases } from './phrases.ts';
import { listFiles, readFiles, readSources, type Source } from './read-sources.ts';

/** Checks the import rules and the house rules, prints one line for each broken rule, and ends with 1 when there is any. */
process.chdir(`${import.meta.dirname}/../..`);
const sources = readSources(readFiles(listFiles()));
const { findings: importFaults, modules } = await findImportFaults(process.cwd());
const all = [
  ...importFaults,
  ...findFileFaults(sources),
  ...findCodeFaults(sources),
  ...findRepeatedNames(sources),
  ...findShortModules(sources, modules),
  ...sources.flatMap((source) => [...findAmbient(source), ...findInterfaceText(source), ...findPhrases(source)]),
];
const isListing = process.argv.includes('--pending');
const findings = all.filter((finding) => isListing || !isPending(finding));
findings.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
for (const { path, line, rule, sentence } of findings) console.log(`${path}:${line} ${rule}: ${sentence}`);
const rest = all.length - findings.length;
console.log(`${findings.length} broken rules, ${rest} in pending folders; ${describeLengths(sources)}`);
process.exitCode = findings.length === 0 ? 0 : 1;

function describeLengths(files: readonly Source[]): string {
  const read = files.filter(({ code, path }) => code && !isTest(path) && !isData(path));
  const lengths = read.map(linesOf).sort((one, other) => one - other);
  return `${files.length} files, median ${lengths[Math.floor(lengths.length / 2)] ?? 0} lines, longest ${lengths.at(-1) ?? 0}`;
}
