import { type Finding, findingAt, type Import, type Source } from './read-imports.ts';
import { isAct, isIn, isPresent, isQueries, isRoutes, isTest } from './rooms.ts';

/** Packages outside their room: screens only in web, the database only where SQL is written, Mantine only in the office. */
export function findPackagesOutOfPlace(sources: readonly Source[]): Finding[] {
  const direct = sources.flatMap((source) => source.imports.flatMap((each) => findOutOfPlace(source, each)));
  return [...direct, ...findMantineForReaders(sources)];
}

const FREE_ROOMS = ['scripts/', 'tests/', 'bench/'];
/** These have their own, shorter list of packages in walls.ts. */
const PURE_ROOMS = ['contract/', 'billing/'];
const DATABASE_PACKAGES = ['kysely', 'pg', 'pg-cursor', 'node:sqlite'];
const DATABASE_ROOMS = ['server/db/', 'server/*'];
const WEB_PACKAGES =
  /^(react(-.+)?|clsx|idb|mantine-datatable|chart\.js|chartjs-.+|@(mantine|tabler|fontsource|react-router)\/.+)$/;
const MANTINE = /^(@mantine\/|mantine-datatable$)/;

function findOutOfPlace(source: Source, each: Import): Finding[] {
  const { path } = source;
  if (isIn(path, [...FREE_ROOMS, ...PURE_ROOMS])) return [];
  const finding = (sentence: string) => [findingAt(source, each.offset, `imports ${each.specifier}, ${sentence}`)];
  const name = each.package ?? '';

  if (WEB_PACKAGES.test(name) && !path.startsWith('web/'))
    return finding('which belongs to web. Give the data through a contract entry and let web show it.');
  if (path.startsWith('server/') && (isTest(path) || each.typeOnly)) return [];
  if ((isRoutes(path) || isPresent(path)) && (DATABASE_PACKAGES.includes(name) || each.names.includes('sql')))
    return finding(
      'but routes.ts and present.ts touch no SQL. Move the query to queries.ts; a type may stay as `import type`.',
    );
  if (DATABASE_PACKAGES.includes(name) && !(isIn(path, DATABASE_ROOMS) || isQueries(path) || isAct(path)))
    return finding(
      'but the database is known only to server/db, queries.ts, acts and server/*.ts. Move the query there.',
    );
  return [];
}

/**
 * Mantine in what the public reader or a gate phone downloads. A component of web/ui may use it, so a wall at web/site alone
 * would leak: the static value imports of web/site, web/gate and web/documents are followed to the end.
 */
function findMantineForReaders(sources: readonly Source[]): Finding[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const isForReaders = (path: string) => isIn(path, ['web/site/', 'web/gate/', 'web/documents/']) && !isTest(path);
  return sources
    .filter(({ path }) => isForReaders(path))
    .flatMap((source) =>
      source.imports.flatMap((each) => {
        if (MANTINE.test(each.package ?? ''))
          return [findingAt(source, each.offset, `imports ${each.specifier}, ${NO_MANTINE}`)];
        if (!each.target || isForReaders(each.target) || each.typeOnly || each.lazy) return [];
        const way = wayToMantine(each.target, byPath);
        if (!way) return [];
        return [
          findingAt(source, each.offset, `imports ${each.specifier}, which brings ${way.join(' -> ')}, ${NO_MANTINE}`),
        ];
      }),
    );
}

const NO_MANTINE =
  'but web/site, web/gate and web/documents load no Mantine: it weighs more than the page. Use plain HTML and CSS.';

/** The files from there to the nearest import of Mantine, and the package; undefined when there is none. */
function wayToMantine(start: string, byPath: ReadonlyMap<string, Source>): string[] | undefined {
  const seen = new Set<string>([start]);
  const queue: string[][] = [[start]];
  for (const way of queue) {
    const source = byPath.get(way.at(-1) ?? '');
    for (const each of source?.imports ?? []) {
      if (each.typeOnly || each.lazy) continue;
      if (MANTINE.test(each.package ?? '')) return [...way, each.specifier];
      if (!each.target || seen.has(each.target)) continue;
      seen.add(each.target);
      queue.push([...way, each.target]);
    }
  }
  return undefined;
}
