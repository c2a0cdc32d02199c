import type { Day } from '#billing/calendar.ts';

/** The heading above the notes of the release to come. */
export const NEXT = '## Next';
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** Returns why `version` cannot follow `current`, otherwise undefined. */
export function findVersionFault(version: string, current: string): string | undefined {
  const parts = numbersOf(version);
  if (!parts) return `"${version}" is not a version. Write three numbers, such as 1.4.0.`;
  const before = numbersOf(current) ?? [];
  const at = parts.findIndex((part, index) => part !== before[index]);
  if (at === -1 || (parts[at] ?? 0) < (before[at] ?? 0)) return `${version} does not follow ${current}.`;
  return undefined;
}

/** Returns the notes of the release to come, without empty lines around them. */
export function nextNotes(changelog: string): string {
  const [, after = ''] = changelog.split(`${NEXT}\n`);
  return (after.split(/^## /m)[0] ?? '').trim();
}

/** Returns the changelog with the notes of the release to come below the version and its day. */
export function dateNotes(changelog: string, version: string, day: Day): string {
  return changelog.replace(`${NEXT}\n`, `${NEXT}\n\n## ${version} (${day})\n`);
}

/** Returns package.json or package-lock.json with another version of the product, and all else unchanged. */
export function writeVersion(file: string, version: string): string {
  const own = file.indexOf('"packages"');
  const before = own === -1 ? file : file.slice(0, own);
  const after = own === -1 ? '' : file.slice(own);
  return before.replace(...ofProduct(version)) + after.replace(...ofProduct(version));
}

function ofProduct(version: string): [RegExp, string] {
  return [/("name": "pola",\s+"version": ")[^"]+"/, `$1${version}"`];
}

function numbersOf(version: string): number[] | undefined {
  return VERSION.exec(version)?.slice(1).map(Number);
}
