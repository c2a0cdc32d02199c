import { posix } from 'node:path';
import { type ESTree, type ParseResult, parseSync, Visitor } from 'vite';

/** A file as it lies in the tree; the path is relative to the root, with forward slashes. */
export type TextFile = { readonly path: string; readonly text: string };

/** A file that was read, with what it imports. A style sheet has imports, too, but no code. */
export type Source = TextFile & { readonly code: ParseResult | undefined; readonly imports: readonly Import[] };

/** One thing that is wrong, as a person is told it: what, and how to mend it. */
export type Finding = { readonly path: string; readonly line: number; readonly sentence: string };

/** One import or re-export. */
export type Import = {
  /** As written: `#billing/money.ts`, `./routes.ts`, `kysely/helpers`. */
  readonly specifier: string;
  /** The file of this tree it names, aliases and relative paths resolved; undefined for a package. */
  readonly target: string | undefined;
  /** The package it names, without the path inside it; undefined for a file of this tree. */
  readonly package: string | undefined;
  /** Names taken, as the other file calls them; empty for `*`, side effects and `import()`. */
  readonly names: readonly string[];
  /** Gone at run time: `import type`, or every name marked `type`. */
  readonly typeOnly: boolean;
  /** `import('...')`: loaded when the line runs. */
  readonly lazy: boolean;
  readonly offset: number;
};

/**
 * Parses every file once. Vite's own parser (oxc) does it, some 0.5 ms a file: unlike a scanner of our own it is not
 * misled by an apostrophe in JSX, a regular expression or a template, and TypeScript 7 has no JavaScript API to ask.
 */
export function readSources(files: readonly TextFile[]): Source[] {
  return files.map(({ path, text }) => {
    if (path.endsWith('.css')) return { path, text, code: undefined, imports: importsOfStyles(path, text) };
    const code = parseSync(path, text);
    return { path, text, code, imports: importsOf(path, code.program) };
  });
}

/** The finding at that place of the file. */
export function findingAt(source: TextFile, offset: number, sentence: string): Finding {
  return { path: source.path, line: source.text.slice(0, offset).split('\n').length, sentence };
}

function importsOf(path: string, program: ESTree.Program): Import[] {
  const imports: Import[] = [];
  const add = (from: string | undefined, offset: number, rest: Partial<Import>) => {
    if (from !== undefined) imports.push({ ...plainImport(path, from, offset), ...rest });
  };
  new Visitor({
    ImportDeclaration(node) {
      const kinds = node.specifiers.map((each) => (each.type === 'ImportSpecifier' ? each.importKind : 'value'));
      const names = node.specifiers.flatMap((each) => (each.type === 'ImportSpecifier' ? [nameIn(each.imported)] : []));
      add(node.source.value, node.start, { names, typeOnly: isTypeOnly(node.importKind, kinds) });
    },
    ExportNamedDeclaration(node) {
      const kinds = node.specifiers.map((each) => each.exportKind);
      const names = node.specifiers.map((each) => nameIn(each.local));
      if (node.source) add(node.source.value, node.start, { names, typeOnly: isTypeOnly(node.exportKind, kinds) });
    },
    ExportAllDeclaration(node) {
      add(node.source.value, node.start, { typeOnly: node.exportKind === 'type' });
    },
    ImportExpression(node) {
      add(textOf(node.source), node.start, { lazy: true });
    },
    TSImportType(node) {
      add(node.source.value, node.start, { typeOnly: true });
    },
  }).visit(program);
  return imports;
}

/** `@import '...'` and `composes: card from '...'`. */
function importsOfStyles(path: string, text: string): Import[] {
  const found = text.matchAll(/(?:@import\s+(?:url\()?|\bcomposes:[^;]+\bfrom\s+)['"]([^'"]+)['"]/g);
  return [...found].map((match) => plainImport(path, match[1] ?? '', match.index));
}

function plainImport(path: string, specifier: string, offset: number): Import {
  return { specifier, ...resolve(path, specifier), names: [], typeOnly: false, lazy: false, offset };
}

function isTypeOnly(whole: string | undefined, each: readonly (string | undefined)[]): boolean {
  return whole === 'type' || (each.length > 0 && each.every((kind) => kind === 'type'));
}

function nameIn(node: ESTree.ModuleExportName): string {
  return node.type === 'Literal' ? node.value : node.name;
}

/** The text of a string or of a template without holes; a path put together at run time cannot be known here. */
function textOf(node: ESTree.Expression): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  return node.type === 'TemplateLiteral' && node.quasis.length === 1 ? node.quasis[0]?.value.raw : undefined;
}

/** Aliases of package.json (`#contract/*` is `contract/*`) and relative paths name files; all else is a package. */
function resolve(path: string, specifier: string): { target: string | undefined; package: string | undefined } {
  const [file = specifier] = specifier.split('?');
  if (file.startsWith('#')) return { target: file.slice(1), package: undefined };
  if (file.startsWith('.')) return { target: posix.join(posix.dirname(path), file), package: undefined };
  const parts = file.split('/');
  return { target: undefined, package: parts.slice(0, file.startsWith('@') ? 2 : 1).join('/') };
}
