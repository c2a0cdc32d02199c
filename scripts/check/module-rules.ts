import type { IModule } from 'dependency-cruiser';
import type { ESTree } from 'vite';
import { isData, isTest } from './file-kinds.ts';
import { linesOf } from './file-rules.ts';
import { type Finding, findingAt, type Source } from './read-sources.ts';

/** Matches migrations. They may be short, because a released migration is never merged into another file. */
const MIGRATION = /^server\/db\/migrations\//;

const SHORT_LINES = 40;
const MOST_LINES = 300;
const FIXED_NAME = /^server\/features\/.*\/(routes|queries)\.ts$/;
const WITHOUT_SQL = /^server\/features\/.*\/(routes|present)\.ts$/;

const REPEATED_NAMES = ['up', 'test'];

export function findRepeatedNames(sources: readonly Source[]): Finding[] {
  const declared = sources.flatMap((source) => exportsOf(source).map(({ name, start }) => ({ source, name, start })));
  const byName = Map.groupBy(declared, ({ name }) => name);
  return [...byName].flatMap(([name, places]) => {
    const paths = new Set(places.map(({ source }) => source.path));
    if (paths.size === 1 || REPEATED_NAMES.includes(name)) return [];
    return places.map(({ source, start }) => {
      const others = [...paths].filter((path) => path !== source.path).join(', ');
      return findingAt(source, start, {
        rule: 'repeated-name',
        sentence: `${name} is also declared in ${others}. Rename one, or use one for both.`,
      });
    });
  });
}

/** Finds modules that only one module of the same folder imports and that would fit into it. */
export function findShortModules(sources: readonly Source[], modules: readonly IModule[]): Finding[] {
  const lazy = new Set(
    modules.flatMap(({ dependencies }) => dependencies.flatMap((each) => (each.dynamic ? [each.resolved] : []))),
  );
  const byPath = new Map(modules.map((each) => [each.source, each]));
  const usersOf = (path: string) => (byPath.get(path)?.dependents ?? []).filter((user) => !isTest(user));
  const lengths = new Map(sources.map((source) => [source.path, linesOf(source)]));
  return sources.flatMap((source) => {
    const { path } = source;
    const lines = linesOf(source);
    const [user = '', ...others] = usersOf(path);
    const isApart = isTest(path) || isData(path) || lazy.has(path) || MIGRATION.test(path) || FIXED_NAME.test(path);
    const isNeighbour = others.length === 0 && folderOf(user) === folderOf(path) && !isData(user);
    if (!/\.tsx?$/.test(path) || lines >= SHORT_LINES || isApart || !isNeighbour) return [];
    const isProgram = usersOf(user).length === 0 && !lazy.has(user);
    const fits = lines + (lengths.get(user) ?? 0) < MOST_LINES;
    const imported = byPath.get(user)?.dependencies.filter(({ resolved }) => resolved === path) ?? [];
    const isType =
      imported.length > 0 && imported.every(({ dependencyTypes }) => dependencyTypes?.includes('type-only'));
    const queries = byPath.get(path)?.dependencies.some(({ resolved }) => /\bkysely\b/.test(resolved));
    if (isProgram || isType || !fits || (queries && WITHOUT_SQL.test(user))) return [];
    const sentence = `${lines} lines, imported only by ${user}. Move it there.`;
    return [findingAt(source, 0, { rule: 'short-module', sentence })];
  });
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function exportsOf({ code }: Source): { name: string; start: number }[] {
  return (code?.program.body ?? []).flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.source) return [];
    const named = node.specifiers.map(({ exported }) => exported);
    return [...declaredIn(node.declaration), ...named].map((id) => ({ name: nameOf(id), start: node.start }));
  });
}

function declaredIn(declaration: ESTree.Declaration | null): ESTree.Node[] {
  if (declaration === null) return [];
  if (declaration.type === 'VariableDeclaration') return declaration.declarations.flatMap(({ id }) => boundIn(id));
  return 'id' in declaration && declaration.id ? [declaration.id] : [];
}

function boundIn(pattern: ESTree.Node): ESTree.Node[] {
  if (pattern.type !== 'ObjectPattern') return [pattern];
  return pattern.properties.flatMap((each) => (each.type === 'Property' ? boundIn(each.value) : [each.argument]));
}

function nameOf(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' ? String(node.value) : '';
}
