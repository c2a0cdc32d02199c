import { isData, isTest } from './file-kinds.ts';
import { type Finding, findingAt, type TextFile } from './read-sources.ts';

const MOST_LINES = 400;
const VAGUE_NAMES = ['index', 'utils', 'helpers', 'common', 'lib', 'misc'];
const IMPORT = /^import\b[^(;]*;\n/gm;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const ENDING = /\.(test|spec)\.tsx?$|\.module\.css$|\.d\.ts$|\.(config|setup)\.ts$|\.[a-z]+$/;

export function findFileFaults(files: readonly TextFile[]): Finding[] {
  const code = files.filter(({ path }) => /\.(tsx?|css|mjs)$/.test(path));
  return [...code.flatMap(findBadName), ...code.flatMap(findLongFile)];
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
  const { path } = file;
  const parts = path.replace(ENDING, '').split('/');
  const vague = parts.find((part) => VAGUE_NAMES.includes(part));
  if (vague)
    return [
      findingAt(file, 0, {
        rule: 'vague-name',
        sentence: `"${vague}" says nothing. Name it after what it does, or move it to its caller.`,
      }),
    ];
  const odd = parts.find((part) => !KEBAB.test(part));
  if (odd !== undefined)
    return [
      findingAt(file, 0, {
        rule: 'kebab-case',
        sentence: `"${odd}" is not kebab-case. Rename it like record-payment.ts.`,
      }),
    ];
  return [];
}

function findLongFile(file: TextFile): Finding[] {
  const lines = file.text.replaceAll(IMPORT, '').replace(/\n$/, '').split('\n').length;
  if (!/\.tsx?$/.test(file.path) || lines <= MOST_LINES || isTest(file.path) || isData(file.path)) return [];
  const sentence = `${lines} lines without imports, more than ${MOST_LINES}. Move a part to a file of its own, a table of data to one ending in -data.ts.`;
  return [{ path: file.path, line: 1, rule: 'long-file', sentence }];
}
