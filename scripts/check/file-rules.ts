import { type Finding, findingAt, type TextFile } from './read-sources.ts';

const VAGUE_NAMES = ['index', 'utils', 'helpers', 'common', 'lib', 'misc'];
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const ENDING = /\.(test|spec)\.tsx?$|\.module\.css$|\.d\.ts$|\.(config|setup)\.ts$|\.[a-z]+$/;

export function findFileFaults(files: readonly TextFile[]): Finding[] {
  return files.filter(({ path }) => /\.(tsx?|css|mjs)$/.test(path)).flatMap(findBadName);
}

const CLAIMS = ['docs/trust.md', 'docs/asvs.md'];

export function findMissingFiles(files: readonly TextFile[], exists: (path: string) => boolean): Finding[] {
  return files
    .filter(({ path }) => CLAIMS.includes(path))
    .flatMap((page) =>
      [...page.text.matchAll(/`([\w./-]+(?:\.tsx?|\/))`/g)]
        .filter(([, named = '']) => !exists(named))
        .map(({ 0: named, index }) =>
          findingAt(page, index, {
            rule: 'missing-file',
            sentence: `${named} does not exist. Name the test by its path from the root, or delete the claim.`,
          }),
        ),
    );
}

function findBadName(file: TextFile): Finding[] {
  const parts = file.path.replace(ENDING, '').split('/');
  const bad = parts.find((part) => VAGUE_NAMES.includes(part) || !KEBAB.test(part));
  if (bad === undefined) return [];
  const sentence = `"${bad}" says nothing or is not kebab-case. Name it after what it does, like record-payment.ts.`;
  return [findingAt(file, 0, { rule: 'file-name', sentence })];
}
