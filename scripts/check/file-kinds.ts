/** The top folders whose files are checked. */
export const FOLDERS = ['contract', 'billing', 'server', 'web', 'scripts', 'tests', 'bench'];

/** Code that runs in tests only, as a regular expression. */
export const TEST_CODE = '\\.test\\.tsx?$|^(billing|server|web)/testing/|^tests/';

/** A feature and its parts such as `tickets/sanitation`, as a regular expression. */
export const FEATURE_FOLDER = '^server/features/.+/';

/** An action of a feature, `<verb>-<noun>.ts`, as a regular expression. */
export const ACTION = `${FEATURE_FOLDER}[a-z0-9]+-[a-z0-9-]+\\.ts$`;

const DATA_FOLDERS = ['data', 'starter-catalogue', 'pictures'];

/**
 * Returns whether a pattern covers the path: `billing/` is everything below a folder, `server/*` the files
 * directly in it, `billing/money.ts` one file, and an empty text everything.
 */
export function isIn(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    if (pattern.endsWith('/*')) return path.startsWith(pattern.slice(0, -1)) && !path.includes('/', pattern.length - 1);
    return pattern === '' || pattern.endsWith('/') ? path.startsWith(pattern) : path === pattern;
  });
}

export function isTest(path: string): boolean {
  return new RegExp(TEST_CODE).test(path);
}

/** Returns whether the file is a table of figures, words or drawings written as code. */
export function isData(path: string): boolean {
  const folders = path.split('/').slice(0, -1);
  return folders.some((folder) => DATA_FOLDERS.includes(folder)) || /-data\.tsx?$/.test(path);
}
