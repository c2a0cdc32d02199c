import { findCircles } from './circles.ts';
import { findPackagesOutOfPlace } from './packages.ts';
import { type Finding, findingAt, type Import, type Source } from './read-imports.ts';
import { featureOf, isAct, isIn, isPresent, isQueries, isRoutes, isTest } from './rooms.ts';

/**
 * Every import that goes through a wall of the house: a room that may not know the other one, a package outside its
 * room, or a circle between features. The table of ARCHITECTURE.md, as code. Pure: nothing is read from the disk.
 */
export function findBrokenWalls(sources: readonly Source[]): Finding[] {
  const throughWalls = sources.flatMap((source) => source.imports.flatMap((each) => findBrokenWall(source, each)));
  return [...throughWalls, ...findPackagesOutOfPlace(sources), ...findCircles(sources)];
}

type Room = {
  readonly name: string;
  /** Files that the row is about (patterns of `isIn`); of several rows, the first counts. */
  readonly files: readonly string[];
  /** The row is about the test files among them only. */
  readonly testsOnly?: true;
  readonly may: readonly string[];
  readonly never?: readonly string[];
  /** Allowed although `may` and `never` say no. */
  readonly except?: (target: string, path: string) => boolean;
  /** The only packages it may import; absent: those that packages.ts leaves it. */
  readonly packages?: readonly string[];
  /** The wall in words, after "<name> may import", and what to do instead. */
  readonly wall: string;
  readonly mend: string;
};

const TEST_PACKAGES = ['vitest', 'fast-check'];
const SERVER = ['contract/', 'billing/', 'server/'];
const FEATURES = ['server/features/'];

const ROOMS: readonly Room[] = [
  {
    name: 'contract',
    files: ['contract/'],
    may: ['contract/', 'billing/money.ts', 'billing/calendar.ts'],
    packages: ['zod'],
    wall: 'only contract, billing/money.ts, billing/calendar.ts and zod: it is the door and has no logic',
    mend: 'Move the logic behind the door to billing/ or server/ and leave the shape here.',
  },
  {
    name: 'billing',
    files: ['billing/'],
    may: ['billing/'],
    packages: [],
    wall: 'only billing and no package: the law is pure',
    mend: 'Take what it needs as an argument, from the caller.',
  },
  {
    name: 'a server test',
    files: ['server/'],
    testsOnly: true,
    may: [...SERVER, 'scripts/'],
    wall: 'contract, billing, server and scripts',
    mend: 'Test through the door (inject), or write a journey in tests/.',
  },
  {
    name: 'a feature',
    files: FEATURES,
    may: SERVER,
    never: FEATURES,
    except: (target, path) =>
      featureOf(target) === featureOf(path) || isQueries(target) || isAct(target) || isPresent(target),
    wall: 'contract, billing, server/db, server/http, server/*.ts and of another feature only its queries.ts, present.ts and acts',
    mend: 'Call a query or an act of the other feature, or move the shape both need to contract/ and the rule to billing/.',
  },
  {
    name: 'server/app.ts or server/start.ts',
    files: ['server/app.ts', 'server/start.ts'],
    may: SERVER,
    never: FEATURES,
    except: (target) => isRoutes(target) || isAct(target),
    wall: 'contract, billing, server and of each feature only its routes.ts and acts',
    mend: "Let the feature's routes.ts or an act of it do that, and call it here.",
  },
  {
    name: 'server outside features/',
    files: ['server/'],
    may: SERVER,
    never: FEATURES,
    wall: 'contract, billing and server, but no feature: features stand on it',
    mend: 'Move the code into the feature, or let the feature hand it over as an argument.',
  },
  {
    name: 'web/site',
    files: ['web/site/'],
    may: ['contract/', 'billing/', 'web/'],
    never: ['web/office/', 'web/gate/'],
    wall: 'contract, billing and web, but not web/office or web/gate: a reader of prices must not download the office',
    mend: 'Move what both need to web/ui or web/i18n.',
  },
  {
    name: 'web/office',
    files: ['web/office/'],
    may: ['contract/', 'billing/', 'web/'],
    never: ['web/site/', 'web/gate/'],
    wall: 'contract, billing and web, but not web/site or web/gate',
    mend: 'Move what both need to web/ui or web/i18n.',
  },
  {
    name: 'web/gate',
    files: ['web/gate/'],
    may: ['contract/', 'billing/', 'web/gate/', 'web/documents/', 'web/ui/', 'web/i18n/', 'web/*'],
    except: (target) => isTest(target),
    wall: 'contract, billing, web/*.ts, web/documents, web/ui and web/i18n, but neither web/site nor web/office: a phone must not download them',
    mend: 'Move what both need to web/ui, web/documents or a file directly in web/.',
  },
  {
    name: 'web/documents',
    files: ['web/documents/'],
    may: ['contract/', 'billing/', 'web/documents/', 'web/ui/', 'web/i18n/'],
    wall: 'only contract, billing, web/ui and web/i18n: data in, A4 page out',
    mend: 'Take the data as a prop and let the page that prints fetch it.',
  },
  {
    name: 'web/ui or web/i18n',
    files: ['web/ui/', 'web/i18n/'],
    may: ['contract/', 'billing/', 'web/'],
    never: ['web/site/', 'web/office/', 'web/gate/'],
    wall: 'contract, billing and web, but neither web/site nor web/office nor web/gate: it could ship in a different product',
    mend: 'Take it as a prop or an argument, or move the component to the folder that alone uses it.',
  },
  {
    name: 'web',
    files: ['web/'],
    may: ['contract/', 'billing/', 'web/'],
    wall: 'contract, billing and web: the server is reached through the door only',
    mend: 'Call the contract entry, or move what both sides need to contract/ or billing/.',
  },
  {
    name: 'scripts, tests and bench',
    files: ['scripts/', 'tests/', 'bench/'],
    may: [''],
    never: ['web/office/', 'web/gate/'],
    wall: 'everything but web/office and web/gate',
    mend: 'Drive the screen in a browser, or test the component beside its source.',
  },
];

function findBrokenWall(source: Source, each: Import): Finding[] {
  const room = ROOMS.find((row) => isIn(source.path, row.files) && (!row.testsOnly || isTest(source.path)));
  if (!room) return [];
  const finding = (sentence: string) => [findingAt(source, each.offset, sentence)];
  if (each.package !== undefined && !mayUsePackage(source.path, room, each.package))
    return finding(`imports ${each.specifier}, but ${room.name} may import ${room.wall}. ${room.mend}`);
  if (each.target === undefined) return [];
  if (!/\.(?!jsx?$)[a-z0-9]+$/.test(each.target))
    return finding(
      `imports ${each.specifier}, which names no file as it is. Write the path with its ending, mostly .ts.`,
    );
  if (!mayReach(source.path, room, each.target))
    return finding(`imports ${each.specifier}, but ${room.name} may import ${room.wall}. ${room.mend}`);
  if (isTest(each.target) && !isTest(source.path) && !isIn(source.path, ['scripts/', 'bench/']))
    return finding(`imports ${each.specifier}, which is test code. Move what the product needs out of the test.`);
  return [];
}

function mayReach(path: string, room: Room, target: string): boolean {
  if (room.except?.(target, path)) return true;
  return isIn(target, room.may) && !isIn(target, room.never ?? []);
}

/** Tests of the pure rooms also have their test tools, and Node itself, to read a table of cases. */
function mayUsePackage(path: string, room: Room, name: string): boolean {
  if (!room.packages || room.packages.includes(name)) return true;
  return isTest(path) && (TEST_PACKAGES.includes(name) || name.startsWith('node:'));
}
