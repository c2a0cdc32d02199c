import { FOLDERS, isData, isTest } from '../check/file-kinds.ts';
import { linesOf } from '../check/file-rules.ts';
import type { TextFile } from '../check/read-sources.ts';

/**
 * The size of each top folder as a table in Markdown: files, the median and the longest of them in lines, sources and tests
 * apart. Only TypeScript that a person reads is counted, and so no tables of figures, words or drawings.
 */
export function describeSizes(files: readonly TextFile[]): string {
  const read = files.filter(({ path }) => isRead(path));
  const rows = FOLDERS.map((folder) => {
    const inside = read.filter(({ path }) => path.startsWith(`${folder}/`));
    const sources = inside.filter(({ path }) => !isTest(path));
    const tests = inside.filter(({ path }) => isTest(path));
    return `| \`${folder}/\` | ${sizesOf(sources)} | ${sizesOf(tests)} |`;
  });
  return [
    '| folder | sources | median lines | longest | tests | median lines | longest |',
    '| --- | --: | --: | --: | --: | --: | --: |',
    ...rows,
    '',
  ].join('\n');
}

/**
 * How far a change reaches, in one sentence: the median number of files and of rooms that a commit touched. Each commit is
 * the list of its paths; commits without a source, of documents or figures alone, are left out.
 */
export function describeReach(commits: readonly (readonly string[])[]): string {
  const changes = commits.map((paths) => paths.filter(isRead)).filter((paths) => paths.length > 0);
  const files = medianOf(changes.map((paths) => paths.length));
  const rooms = changes.map((paths) => new Set(paths.map(roomOf)).size);
  const few = rooms.filter((count) => count <= 4).length;
  const share = changes.length === 0 ? 0 : Math.round((100 * few) / changes.length);
  return (
    `Of the last ${changes.length} commits that change code, half touch at most ${files} files in ` +
    `${medianOf(rooms)} rooms, and ${share}% at most 4 rooms.\n`
  );
}

/** The room of a file: `server/db`, `server/features/prices`, `web/office/prices`; elsewhere its top folder. */
export function roomOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  const isSubject = /^(server\/features|web\/(office|site|gate))\//.test(path);
  if (isSubject) return folders.slice(0, 3).join('/');
  return folders.slice(0, /^(server|web)\//.test(path) ? 2 : 1).join('/');
}

/** The value in the middle, the lower of two; 0 of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
}

function isRead(path: string): boolean {
  return /\.tsx?$/.test(path) && FOLDERS.some((folder) => path.startsWith(`${folder}/`)) && !isData(path);
}

function sizesOf(files: readonly TextFile[]): string {
  const lines = files.map(linesOf);
  return `${files.length} | ${medianOf(lines)} | ${Math.max(0, ...lines)}`;
}
