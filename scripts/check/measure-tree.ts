import { isData, isTest } from './file-kinds.ts';
import { countFolders, linesOf, MOST_FILES_IN_FOLDER } from './file-rules.ts';
import type { Finding, Source } from './read-sources.ts';

interface Measure {
  name: string;
  value: number;
  least?: number;
  most: number;
}

const MOST_FILES = 2000;
const MOST_CATALOGUES = 70;
const MEDIAN_LINES = { least: 65, most: 90 };

/** Returns the measures of the repository, each with its limit. */
export function measureTree(
  tracked: readonly string[],
  sources: readonly Source[],
  findings: readonly Finding[],
): Measure[] {
  const count = (...rules: string[]) => findings.filter(({ rule }) => rules.includes(rule)).length;
  const modules = sources.filter(({ code, path }) => code && !isTest(path) && !isData(path));
  const lengths = modules.map(linesOf).sort((one, other) => one - other);
  const catalogues = tracked.filter((path) => /^texts\/.*\.json$/.test(path));
  const folders = countFolders(sources.map(({ path }) => path)).map(({ length }) => length);
  return [
    { name: 'files tracked', value: tracked.length, most: MOST_FILES },
    { name: 'catalogue files', value: catalogues.length, most: MOST_CATALOGUES },
    { name: 'packed spreads', value: count('packed-spread'), most: 0 },
    { name: 'median lines of a source module', value: lengths[Math.floor(lengths.length / 2)] ?? 0, ...MEDIAN_LINES },
    { name: 'sources in the fullest folder', value: Math.max(0, ...folders), most: MOST_FILES_IN_FOLDER },
    { name: 'circles of files', value: count('cycle'), most: 0 },
    { name: 'circles of folders', value: count('folder-circle'), most: 0 },
  ];
}

export function isWithinLimits({ value, least = 0, most }: Measure): boolean {
  return value >= least && value <= most;
}

export function describeMeasure(measure: Measure): string {
  const { name, value, least, most } = measure;
  const limits = least === undefined ? `at most ${most}` : `${least} to ${most}`;
  return `${isWithinLimits(measure) ? 'ok  ' : 'FAIL'} ${name}: ${value} (${limits})`;
}
