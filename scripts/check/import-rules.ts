import type { IForbiddenRuleType } from 'dependency-cruiser';
import { ACTION, FEATURE_FOLDER, TEST_CODE } from './file-kinds.ts';
import table from './import-rules.json' with { type: 'json' };

export const MANTINE = packages('@mantine|mantine-datatable');
export const READER_FOLDERS = '^web/(site|gate|documents)/';

const NAMED: Record<string, string> = {
  tests: TEST_CODE,
  feature: FEATURE_FOLDER,
  action: ACTION,
  readers: READER_FOLDERS,
  mantine: MANTINE,
  database: `${packages('kysely|pg|pg-cursor')}|^(node:)?sqlite$`,
};

interface ImportRule {
  name: string;
  comment: string;
  from: string;
  to: string;
  except?: string[];
  fromExcept?: string[];
  tests?: boolean;
  typesAllowed?: boolean;
}

function forbid({ name, comment, from, to, except = [], fromExcept = [], ...rest }: ImportRule): IForbiddenRuleType {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: named(from), pathNot: [...fromExcept.map(named), ...(rest.tests ? [] : [TEST_CODE])] },
    to: {
      path: named(to),
      pathNot: except.map(named),
      dependencyTypesNot: rest.typesAllowed ? ['type-only'] : [],
    },
  };
}

export const IMPORT_RULES: IForbiddenRuleType[] = [
  ...(table as ImportRule[]).map(forbid),
  {
    name: 'unknown-file',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, path: '^[.#]' },
    comment: 'this names no file. Write the path as it is, with its ending, or an alias of package.json.',
  },
  {
    name: 'unused-style-sheet',
    severity: 'error',
    from: { orphan: true, path: '\\.css$' },
    to: {},
    comment: 'no file imports this style sheet. Delete it, or import it.',
  },
];

function named(pattern: string): string {
  return pattern
    .replace(/\{packages:(.*)\}/, (_, names: string) => packages(names))
    .replaceAll(/\{(\w+)\}/g, (text, name: string) => NAMED[name] ?? text);
}

function packages(names: string): string {
  return `^(node_modules/)?(${names})(/|$)`;
}
