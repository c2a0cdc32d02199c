import type { ESTree } from 'vite';
import { type Finding, findingAt, type Source } from './read-sources.ts';

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
