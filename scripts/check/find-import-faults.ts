import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult, type IModule, type IViolation } from 'dependency-cruiser';
import { FOLDERS, isTest } from './file-kinds.ts';
import { findFolderCircles } from './folder-circles.ts';
import { IMPORT_RULES, MANTINE, READER_FOLDERS } from './import-rules.ts';
import { type Finding, findingAt } from './read-sources.ts';

export async function findImportFaults(root: string): Promise<Finding[]> {
  const folders = FOLDERS.filter((folder) => existsSync(path.join(root, folder)));
  const { modules, summary } = await cruiseFolders(root, folders, { ruleSet: { forbidden: IMPORT_RULES } });
  const findings = summary.violations.map((violation) => describeViolation(root, violation));
  return [...findings, ...findFolderCircles(modules), ...findMantineForReaders(root, modules)];
}

async function cruiseFolders(root: string, folders: string[], options: ICruiseOptions): Promise<ICruiseResult> {
  const { output } = await cruise(folders, {
    baseDir: root,
    validate: true,
    doNotFollow: { path: 'node_modules' },
    // Type imports are followed too, because a circle of folders by types is also a fault of the design.
    tsPreCompilationDeps: true,
    extraExtensionsToScan: ['.css'],
    enhancedResolveOptions: { extensions: ['.js'], exportsFields: ['exports'], conditionNames: ['import', 'types'] },
    ...options,
  });
  if (typeof output === 'string') throw new Error(output);
  return output;
}

function describeViolation(root: string, { rule, from, to, unresolvedTo = to }: IViolation): Finding {
  const comment = IMPORT_RULES.find(({ name }) => name === rule.name)?.comment ?? rule.name;
  const what = from === to ? comment : `imports ${to}: ${comment}`;
  return { ...findingAtImport(root, { from, to: unresolvedTo, sentence: what }), rule: rule.name };
}

function findingAtImport(
  root: string,
  { from, to, sentence }: { from: string; to: string; sentence: string },
): Finding {
  const text = /\.\w+$/.test(from) ? readFileSync(path.join(root, from), 'utf8') : '';
  const mention = text.search(new RegExp(`(from|import)\\b.*${RegExp.escape(path.basename(to))}`));
  return findingAt({ path: from, text }, Math.max(0, mention), { rule: 'mantine', sentence });
}

/**
 * Finds imports by which public pages, the gate or printed documents would load Mantine indirectly, such as through
 * web/ui. Only value imports are followed; dependency-cruiser's `reachable` would also follow types and lazy imports.
 */
function findMantineForReaders(root: string, modules: readonly IModule[]): Finding[] {
  const byPath = new Map(modules.map((each) => [each.source, each]));
  const loadedBy = (from: string) =>
    (byPath.get(from)?.dependencies ?? []).filter(
      ({ dynamic, dependencyTypes }) => !dynamic && !dependencyTypes.includes('type-only'),
    );
  const isReaders = (file: string) => new RegExp(READER_FOLDERS).test(file) && !isTest(file);
  const wayToMantine = (from: string): string | undefined => {
    const seen = new Map([[from, from]]);
    for (const [file, way] of seen)
      for (const { resolved } of loadedBy(file)) {
        if (new RegExp(MANTINE).test(resolved)) return `${way} -> ${resolved}`;
        if (!seen.has(resolved)) seen.set(resolved, `${way} -> ${resolved}`);
      }
    return undefined;
  };
  return modules
    .filter(({ source }) => isReaders(source))
    .flatMap(({ source }) =>
      loadedBy(source).flatMap(({ resolved }) => {
        const way = isReaders(resolved) || new RegExp(MANTINE).test(resolved) ? undefined : wayToMantine(resolved);
        const comment = IMPORT_RULES.find(({ name }) => name === 'mantine')?.comment;
        return way
          ? [findingAtImport(root, { from: source, to: resolved, sentence: `imports ${way}: ${comment}` })]
          : [];
      }),
    );
}
