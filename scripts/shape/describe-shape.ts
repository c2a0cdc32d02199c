import { FOLDERS, isData, isTest } from '../check/file-kinds.ts';
import { linesOf } from '../check/file-rules.ts';
import type { TextFile } from '../check/read-sources.ts';

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

export function describeReach(commits: readonly (readonly string[])[]): string {
  const changes = commits.map((paths) => paths.filter(isRead)).filter((paths) => paths.length > 0);
  const files = medianOf(changes.map((paths) => paths.length));
  const areas = changes.map((paths) => new Set(paths.map(areaOf)).size);
  const few = areas.filter((count) => count <= 4).length;
  const share = changes.length === 0 ? 0 : Math.round((100 * few) / changes.length);
  return (
    `Of the last ${changes.length} commits that change code, half touch at most ${files} files in ` +
    `${medianOf(areas)} folders, and ${share}% at most 4 folders.\n`
  );
}

export function areaOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  const isSubject = /^(server\/features|web\/(office|site|gate))\//.test(path);
  if (isSubject) return folders.slice(0, 3).join('/');
  return folders.slice(0, /^(server|web)\//.test(path) ? 2 : 1).join('/');
}

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
