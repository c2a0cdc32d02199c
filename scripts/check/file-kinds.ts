export const FOLDERS = ['texts', 'contract', 'billing', 'server', 'web', 'scripts', 'tests', 'bench'];

export const TEST_CODE = '\\.test\\.tsx?$|^(billing|server|web)/testing/|^tests/';

export const FEATURE_FOLDER = '^server/features/.+/';

/** Matches the sources of a feature that carry out actions: all but its routes, queries and presenters. */
export const ACTION = `${FEATURE_FOLDER}(?!(routes|queries|present)\\.ts$)[^/]+\\.ts$`;

export function isIn(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    if (pattern.endsWith('/*')) return path.startsWith(pattern.slice(0, -1)) && !path.includes('/', pattern.length - 1);
    return pattern === '' || pattern.endsWith('/') ? path.startsWith(pattern) : path === pattern;
  });
}

export function isTest(path: string): boolean {
  return new RegExp(TEST_CODE).test(path);
}
