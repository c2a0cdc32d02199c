import type { IForbiddenRuleType } from 'dependency-cruiser';
import { ACTION, FEATURE_FOLDER, TEST_CODE } from './file-kinds.ts';

const SCREEN_PACKAGES =
  'react|react-[^/]+|@react-router|clsx|idb|chart\\.js|chartjs-[^/]+|mantine-datatable|@mantine|@tabler|@fontsource';
const DATABASE = [packages('kysely|pg|pg-cursor'), '^(node:)?sqlite$'];

export const MANTINE = packages('@mantine|mantine-datatable');
/** What readers of prices and gate phones download. */
export const READER_FOLDERS = '^web/(site|gate|documents)/';

/**
 * The table "Import rules" of ARCHITECTURE.md, for dependency-cruiser. The comment of a rule says what is allowed and
 * what to do instead. Type-only imports count unless the rule says otherwise.
 */
export const IMPORT_RULES: IForbiddenRuleType[] = [
  forbid(
    'contract',
    { from: '^contract/', to: '', except: ['^contract/', '^billing/(money|calendar)\\.ts$', packages('zod')] },
    'contract/ imports only itself, zod, billing/money.ts and billing/calendar.ts. Move logic to billing/ or server/.',
  ),
  forbid(
    'billing',
    { from: '^billing/', to: '', except: ['^billing/'] },
    'billing/ imports only itself and no package. Take what it needs as an argument.',
  ),
  forbid(
    'server-web',
    { from: '^server/', to: '^(web|tests|bench)/', tests: true },
    'server/ imports only contract/, billing/ and server/. Move shared code to contract/ or billing/.',
  ),
  forbid(
    'server-scripts',
    { from: '^server/', to: '^scripts/' },
    'only tests of server/ import scripts/. Move the code to server/.',
  ),
  forbid(
    'feature-feature',
    {
      from: '^server/features/([^/]+)/',
      to: '^server/features/',
      except: ['^server/features/$1/', `${FEATURE_FOLDER}(queries|present)\\.ts$`, ACTION],
    },
    'a feature imports only queries.ts, present.ts and actions of another. Move shared shapes to contract/, rules to billing/.',
  ),
  forbid(
    'app-features',
    { from: '^server/(app|start)\\.ts$', to: '^server/features/', except: ['/routes\\.ts$', ACTION] },
    'server/app.ts and server/start.ts import only routes.ts and actions of a feature. Call the query in one of those.',
  ),
  forbid(
    'server-features',
    { from: '^server/(?!features/|app\\.ts$|start\\.ts$)', to: '^server/features/' },
    'only app.ts and start.ts import features. Move the code into the feature, or take it as an argument.',
  ),
  forbid(
    'web-server',
    { from: '^web/', to: '^(server|scripts|tests|bench)/', tests: true },
    'web/ imports only contract/, billing/ and web/. Call the contract entry, or move shared code to contract/ or billing/.',
  ),
  forbid(
    'site-office-gate',
    { from: '^web/(site|office|gate)/', to: '^web/(site|office|gate)/', except: ['^web/$1/'], tests: true },
    'web/site, web/office and web/gate never import each other. Move shared code to web/ui or web/i18n.',
  ),
  forbid(
    'ui',
    { from: '^web/(ui|i18n)/', to: '^web/(site|office|gate)/', tests: true },
    'web/ui and web/i18n import no screens. Take it as a prop, or move it to the folder that uses it.',
  ),
  forbid(
    'documents',
    { from: '^web/documents/', to: '^web/', except: ['^web/(documents|ui|i18n)/'] },
    'web/documents imports only contract/, billing/, web/ui and web/i18n. Take the data as a prop.',
  ),
  forbid(
    'tools-screens',
    { from: '^(scripts|tests|bench)/', to: '^web/(office|gate)/', tests: true },
    'tools and journeys import no screens. Use the screen in a browser, or test the component beside its source.',
  ),
  forbid(
    'scripts-bench',
    { from: '^scripts/', to: '^bench/', tests: true },
    'bench/ may import scripts/, not the reverse. Move the code to scripts/.',
  ),
  forbid(
    'test-code',
    { from: '^(?!scripts/|bench/)', to: TEST_CODE },
    'the product imports no test code. Move what both need out of the test.',
  ),
  forbid(
    'screen-packages',
    { from: '^(server|billing|contract)/', to: packages(SCREEN_PACKAGES), tests: true },
    'packages for screens belong to web/. Return the data through a contract entry.',
  ),
  forbid(
    'database-web',
    { from: '^web/', to: DATABASE, tests: true },
    'web/ knows no database. Return the data through a contract entry.',
  ),
  forbid(
    'database',
    {
      from: '^server/',
      to: DATABASE,
      typesAllowed: true,
      fromExcept: ['^server/db/', '^server/[^/]+$', `${FEATURE_FOLDER}queries\\.ts$`, ACTION],
    },
    'only server/db, queries.ts, actions and server/*.ts import the database. Move the query there; a type may stay.',
  ),
  forbid(
    'mantine',
    { from: READER_FOLDERS, to: MANTINE },
    'web/site, web/gate and web/documents load no Mantine: it is larger than the page. Use plain HTML and CSS.',
  ),
  {
    name: 'unknown-file',
    severity: 'error',
    comment: 'this names no file. Write the path as it is, with its ending, or an alias of package.json.',
    from: {},
    to: { couldNotResolve: true, path: '^[.#]' },
  },
  {
    name: 'unused-style-sheet',
    severity: 'error',
    comment: 'no file imports this style sheet. Delete it, or import it.',
    from: { orphan: true, path: '\\.css$' },
    to: {},
  },
  {
    name: 'cycle',
    severity: 'error',
    comment: 'files import each other in a cycle. Move what both need to a file of its own.',
    from: {},
    to: { circular: true },
  },
];

/** Features in a circle are one feature in two folders. Tests may look anywhere, so this rule is checked without them. */
export const FEATURE_CYCLES: IForbiddenRuleType = {
  name: 'feature-cycle',
  severity: 'error',
  comment:
    'features import each other in a circle. Let only one know the other, or move what both need to contract/ or billing/.',
  scope: 'folder',
  from: { path: '^server/features/' },
  to: { circular: true },
};

type Edge = {
  from: string;
  fromExcept?: string[];
  to: string | string[];
  except?: string[];
  /** Test code obeys the rule too. */
  tests?: true;
  typesAllowed?: true;
};

function forbid(name: string, edge: Edge, comment: string): IForbiddenRuleType {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: edge.from, pathNot: [...(edge.fromExcept ?? []), ...(edge.tests ? [] : [TEST_CODE])] },
    to: {
      path: edge.to,
      pathNot: edge.except ?? [],
      dependencyTypesNot: edge.typesAllowed ? ['type-only'] : [],
    },
  };
}

/** A package by name, installed or not; a scope covers all its packages. */
function packages(names: string): string {
  return `^(node_modules/)?(${names})(/|$)`;
}
