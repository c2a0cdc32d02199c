import type { IModule } from 'dependency-cruiser';
import { FOLDERS, isTest } from './file-kinds.ts';
import type { Finding } from './read-sources.ts';

type Arrows = Map<string, Map<string, string>>;

/** Finds import cycles between the files and folders that are directly in one folder. */
export function findFolderCircles(modules: readonly IModule[]): Finding[] {
  const isSource = (file: string) => FOLDERS.some((folder) => file.startsWith(`${folder}/`)) && !isTest(file);
  const folders = new Map<string, Arrows>();
  for (const { source, dependencies } of modules.filter((each) => isSource(each.source)))
    for (const { resolved } of dependencies.filter((each) => isSource(each.resolved)))
      addArrow(folders, source, resolved);
  return [...folders].flatMap(([folder, arrows]) => {
    const circle = findCircle(arrows);
    if (!circle) return [];
    const way = circle.map((entry, at) => arrows.get(entry)?.get(circle[(at + 1) % circle.length] ?? '')).join('; ');
    const sentence = `${[...circle, circle[0]].join(' -> ')} is a circle: ${way}. Move a file, or pass the value.`;
    return [{ path: folder, line: 1, rule: 'folder-circle', sentence }];
  });
}

/** Adds an import to the graph of the deepest folder that contains both files. */
function addArrow(folders: Map<string, Arrows>, from: string, to: string): void {
  const own = from.split('/');
  const other = to.split('/');
  const depth = own.findIndex((part, at) => part !== other[at]);
  const entry = own[depth];
  const imported = other[depth];
  if (depth < 1 || !entry || !imported) return;
  const folder = `${own.slice(0, depth).join('/')}/`;
  const arrows: Arrows = folders.get(folder) ?? new Map();
  const others = arrows.get(entry) ?? new Map<string, string>();
  if (!others.has(imported)) others.set(imported, `${from} imports ${to}`);
  folders.set(folder, arrows.set(entry, others));
}

/** Returns the shortest cycle through the first entry that is part of a cycle. */
function findCircle(arrows: Arrows): string[] | undefined {
  for (const start of arrows.keys()) {
    const ways = [[start]];
    const seen = new Set<string>();
    for (const way of ways)
      for (const next of arrows.get(way.at(-1) ?? '')?.keys() ?? []) {
        if (next === start) return way;
        if (!seen.has(next)) ways.push([...way, next]);
        seen.add(next);
      }
  }
  return undefined;
}
