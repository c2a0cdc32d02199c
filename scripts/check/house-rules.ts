import { type ESTree, Visitor } from 'vite';
import { findAmbient } from './ambient.ts';
import { type Finding, findingAt, type Source, type TextFile } from './read-imports.ts';
import { featureOf, isAct, isData, isFeatureFile, isPresent, isQueries, isRoutes, isTest } from './rooms.ts';

/** Every broken house rule: names, sizes, ambient time, ways round the checks, style sheets that nobody wears. */
export function findBrokenHouseRules(sources: readonly Source[]): Finding[] {
  const inOneFile = sources.flatMap((source) => [
    ...findBadName(source.path),
    ...findBadSize(source),
    ...findAmbient(source),
    ...findBadCode(source),
    ...findBadComments(source),
  ]);
  return [...inOneFile, ...findUnusedStyles(sources)];
}

/** A file may have so many lines; above the first figure it is only counted, for a thought is not split for a count. */
export const LONG_LINES = 200;
const MOST_LINES = 300;

const VAGUE_NAMES = ['utils', 'helpers', 'common', 'lib', 'misc'];
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const ENDING = /\.(test|spec)\.tsx?$|\.module\.css$|\.d\.ts$|\.tsx?$|\.css$/;

/** Lines of a file, as an editor counts them. */
export function linesOf({ text }: TextFile): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

function findBadName(path: string): Finding[] {
  const parts = path.replace(ENDING, '').split('/');
  const name = parts.at(-1) ?? '';
  const finding = (sentence: string) => [{ path, line: 1, sentence }];

  const vague = parts.find((part) => VAGUE_NAMES.includes(part));
  if (vague)
    return finding(
      `is in a place named ${vague}, which says nothing. Name it after what it does, or move it to its caller.`,
    );
  if (name === 'index') return finding('is a barrel. Import each file by its own name and delete it.');
  const odd = parts.find((part) => !KEBAB.test(part));
  if (odd !== undefined)
    return finding(`has ${odd} in its path, which is not kebab-case. Rename it like record-payment.ts.`);
  if (path.startsWith('server/features/') && !mayLieInFeature(path)) return finding(NOT_OF_A_FEATURE);
  return [];
}

const NOT_OF_A_FEATURE =
  'is no file of a feature: features/<subject>/ holds routes.ts, queries.ts, present.ts, acts named <verb>-<noun>.ts and ' +
  'tests. Name it after its act, or move rules to billing/, SQL to queries.ts, shapes to contract/.';

function mayLieInFeature(path: string): boolean {
  if (isData(path) && featureOf(path) !== undefined) return true;
  return isFeatureFile(path) && [isRoutes, isQueries, isPresent, isAct, isTest].some((isKind) => isKind(path));
}

function findBadSize(source: Source): Finding[] {
  const lines = linesOf(source);
  if (!source.code || lines <= MOST_LINES || isTest(source.path) || isData(source.path)) return [];
  return [
    { path: source.path, line: MOST_LINES + 1, sentence: `has ${lines} lines, more than ${MOST_LINES}. ${SPLIT}` },
  ];
}

const SPLIT =
  'Move one of its thoughts to a file of its own; a table of figures or words goes to a file ending in -data.ts.';

function findBadCode(source: Source): Finding[] {
  if (!source.code) return [];
  const findings: Finding[] = [];
  const report = (node: ESTree.Node, sentence: string) => findings.push(findingAt(source, node.start, sentence));
  new Visitor({
    TSAnyKeyword(node) {
      report(node, 'has the type any, which switches the checks off. Name the type, or take unknown and look at it.');
    },
    ExportDefaultDeclaration(node) {
      if (!source.path.endsWith('.d.ts')) report(node, NO_DEFAULT);
    },
    ExportSpecifier(node) {
      const name = node.exported.type === 'Literal' ? node.exported.value : node.exported.name;
      if (name === 'default') report(node, NO_DEFAULT);
    },
  }).visit(source.code.program);
  const [error] = source.code.errors;
  if (error) {
    const offset = error.labels[0]?.start ?? 0;
    findings.push(
      findingAt(source, offset, `does not parse (${error.message}). Mend the syntax; nothing else in it was checked.`),
    );
  }
  return findings;
}

const NO_DEFAULT = 'exports a default, which every importer names anew. Export it by name.';

/** Words that no comment may have, each with what to do instead. */
const COMMENT_RULES: readonly { readonly word: RegExp; readonly mend: string }[] = [
  { word: /@ts-(ignore|expect-error|nocheck)/, mend: 'Mend the type instead of hiding the error.' },
  { word: /\bbiome-ignore\b/, mend: 'Mend what Biome found, or change the rule for all in biome.json and say why.' },
  { word: /\b(TODO|FIXME|XXX|HACK)\b/, mend: 'Do it now, or write it down as an issue.' },
];

function findBadComments(source: Source): Finding[] {
  return (source.code?.comments ?? []).flatMap(({ start, value }) =>
    COMMENT_RULES.flatMap(({ word, mend }) => {
      const found = word.exec(value);
      return found ? [findingAt(source, start + 2 + found.index, `has ${found[0]} in a comment. ${mend}`)] : [];
    }),
  );
}

/** Dead style sheets, which knip does not see: it reads TypeScript only. */
function findUnusedStyles(sources: readonly Source[]): Finding[] {
  const used = new Set(sources.flatMap(({ imports }) => imports.map(({ target }) => target)));
  const unused = sources.filter(({ path }) => path.endsWith('.css') && !used.has(path));
  const sentence = 'is imported by no file. Delete it, or import it where it is worn.';
  return unused.map(({ path }) => ({ path, line: 1, sentence }));
}
