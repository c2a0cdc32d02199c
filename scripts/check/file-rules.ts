import { ACTION, FEATURE_FOLDER, isData, isTest } from './file-kinds.ts';
import { type Finding, findingAt, type TextFile } from './read-sources.ts';

const MOST_FILES = 25;
const MOST_LINES = 300;
const VAGUE_NAMES = ['index', 'utils', 'helpers', 'common', 'lib', 'misc'];
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const ENDING = /\.(test|spec)\.tsx?$|\.module\.css$|\.d\.ts$|\.[a-z]+$/;

const FEATURE_FILE = new RegExp(`${FEATURE_FOLDER}((routes|queries|present)\\.ts|[^/]+\\.test\\.ts)$|${ACTION}`);
const OFFICE_FILE =
  /\/([a-z0-9-]+-(page|form|table|dialog|panel)\.tsx|use-[a-z0-9-]+\.tsx?|[a-z0-9]+-[a-z0-9-]+\.ts|[a-z0-9-]+\.module\.css)$/;

const UNLIMITED = /^contract\/|^server\/db\/migrations\/|^web\/(i18n|public)\/|^docs\//;

export function findFileFaults(files: readonly TextFile[]): Finding[] {
  const code = files.filter(({ path }) => /\.(tsx?|css|mjs)$/.test(path));
  return [
    ...code.flatMap(findBadName),
    ...code.flatMap(findLongFile),
    ...findFullFolders(files.map(({ path }) => path)),
  ];
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

export function linesOf({ text }: Pick<TextFile, 'text'>): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
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
  const inFeature = FEATURE_FILE.test(path) && path.split('/').length <= 5;
  if (path.startsWith('server/features/') && !inFeature && !isData(path))
    return [findingAt(file, 0, { rule: 'feature-file', sentence: FEATURE })];
  if (/^web\/office\/[^/]+\//.test(path) && !mayBeInOffice(path))
    return [findingAt(file, 0, { rule: 'office-file', sentence: OFFICE })];
  return [];
}

const FEATURE =
  'a feature contains routes.ts, queries.ts, present.ts, actions named <verb>-<noun>.ts, and tests. ' +
  'Name it after its action, or move rules to billing/, SQL to queries.ts, shapes to contract/.';
const OFFICE =
  'an office subject contains <noun>-page, -form, -table, -dialog, -panel.tsx, use-<what>.ts, <verb>-<noun>.ts, ' +
  '<noun>.module.css, and tests. Rename it, or move it to web/ui or web/testing.';

function mayBeInOffice(path: string): boolean {
  return OFFICE_FILE.test(path) || /\.test\.tsx?$/.test(path) || path.startsWith('web/office/shell/');
}

function findLongFile(file: TextFile): Finding[] {
  const lines = linesOf(file);
  if (!/\.tsx?$/.test(file.path) || lines <= MOST_LINES || isTest(file.path) || isData(file.path)) return [];
  const sentence = `${lines} lines, more than ${MOST_LINES}. Move a part to a file of its own, a table of data to one ending in -data.ts.`;
  return [{ path: file.path, line: MOST_LINES + 1, rule: 'long-file', sentence }];
}

function findFullFolders(paths: readonly string[]): Finding[] {
  const counted = paths.filter((path) => !isTest(path) && !isData(path) && !UNLIMITED.test(path));
  const folders = Map.groupBy(counted, (path) => path.slice(0, path.lastIndexOf('/') + 1));
  return [...folders].flatMap(([path, { length }]) =>
    length <= MOST_FILES
      ? []
      : [
          {
            path,
            line: 1,
            rule: 'full-folder',
            sentence: `${length} files, more than ${MOST_FILES}. Make a folder for each part.`,
          },
        ],
  );
}
