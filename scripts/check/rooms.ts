/** Folders whose .ts and .tsx files the house rules are about. */
export const FOLDERS = ['contract', 'billing', 'server', 'web', 'scripts', 'tests', 'bench'];

const ACT = /^[a-z][a-z0-9]*(-[a-z0-9]+)+\.ts$/;
const DATA_FOLDERS = ['data', 'starter-catalogue', 'pictures'];

/**
 * True when the path is named by one of the patterns: `billing/` is everything below a folder, `server/*` the files
 * directly in it, `billing/money.ts` one file, and an empty text everything.
 */
export function isIn(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    if (pattern.endsWith('/*')) return path.startsWith(pattern.slice(0, -1)) && !path.includes('/', pattern.length - 1);
    return pattern === '' || pattern.endsWith('/') ? path.startsWith(pattern) : path === pattern;
  });
}

/** True for code that only tests run: `*.test.ts(x)`, the journeys, and the helpers in the `testing/` folders. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|^(billing|server|web)\/testing\/|^tests\//.test(path);
}

/** True for tables of figures, words or drawings written as code: nobody reads them from top to bottom. */
export function isData(path: string): boolean {
  const folders = path.split('/').slice(0, -1);
  return folders.some((folder) => DATA_FOLDERS.includes(folder)) || /-data\.tsx?$/.test(path);
}

/** The subject of a file below `server/features/<subject>/`, or undefined elsewhere. */
export function featureOf(path: string): string | undefined {
  return /^server\/features\/([^/]+)\//.exec(path)?.[1];
}

/** True for an act of a feature, `<verb>-<noun>.ts` directly in its folder. */
export function isAct(path: string): boolean {
  const name = nameOf(path);
  return isFeatureFile(path) && ACT.test(name);
}

/** True for the SQL of a feature. */
export function isQueries(path: string): boolean {
  return isFeatureFile(path) && nameOf(path) === 'queries.ts';
}

/** True for the way into a feature. */
export function isRoutes(path: string): boolean {
  return isFeatureFile(path) && nameOf(path) === 'routes.ts';
}

/** True for the way out of a feature, from row to answer. */
export function isPresent(path: string): boolean {
  return isFeatureFile(path) && nameOf(path) === 'present.ts';
}

/** True for a file directly in the folder of a feature, or of one of its parts (`tickets/sanitation/`). */
export function isFeatureFile(path: string): boolean {
  return path.startsWith('server/features/') && [4, 5].includes(path.split('/').length);
}

/** The last part of a path. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
