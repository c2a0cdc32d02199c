import { type ESTree, Visitor } from 'vite';
import { isTest } from './file-kinds.ts';
import { type Finding, findingAt, type Source } from './read-sources.ts';

export function findCodeFaults(sources: readonly Source[]): Finding[] {
  return sources.flatMap((source) => [...findBadCode(source), ...findBadComments(source), ...findStyleImports(source)]);
}

const NO_SQL = 'routes.ts and present.ts contain no SQL. Move the query to queries.ts.';
const NO_PRESENTER =
  'routes.ts makes no answer out of rows. Move the presenter to present.ts, and what reads to load-*.ts.';
const NO_CAST = 'a brand is made in one place. Call the parse function of billing/ or contract/.';

const NO_TYPED_FIELD = 'a field that changes what it does not understand. Take AmountField or DayField of web/ui/form.';
const CHANGING_FIELDS =
  /^(Number|Date|DatePicker|DateTimePicker|Time|MonthPicker|YearPicker|InlineDate)Input$|^(Date|DateTime|Time|Month|Year)Picker$|^parse(Float|Int)$/;
const CHANGING_TYPES = ['number', 'range', 'date', 'time', 'month', 'week', 'datetime-local'];
const TYPING = /^web\/(gate|office|site|ui)\//;
/**
 * The files that may use the types of CHANGING_TYPES, because their fields must work without scripts. Without scripts
 * the browser itself reports a wrong value and sends nothing.
 */
const TYPED_FIELD_FILES = ['web/ui/form/day-field.tsx', 'web/site/daily-prices/day-picker.tsx'];

const NO_SELECT =
  'a select that typing does not move, or that forgets what was typed. Use ChoiceField or SearchedChoice of web/ui/choice/.';
const SELECTS = ['Select', 'NativeSelect', 'MultiSelect', 'Autocomplete', 'TagsInput', 'Combobox'];
const NO_CUT = 'the browser cuts what is pasted without a word. Leave it out; the schema refuses with a sentence.';

const NO_MEASURING =
  'the library measures elements after rendering, so the page is laid out again for each. Use LongTextField of web/ui/form, or pinned() of web/ui/table/table-grid.tsx.';
const MEASURING = ['autosize', 'pinFirstColumn', 'pinLastColumn'];

const NO_CLOSING =
  'the second click of a double click closes the dialog that the first one opened. Set closeOnClickOutside to false.';

const NO_YELLOW = 'titles in this yellow are too pale to read. Take turmeric of web/office/theme.ts.';
const NO_PACKING = 'a spread of a literal hides its keys from the reader and the compiler. Write them out.';
const NO_TUPLE = 'statements packed into an array are read in pairs. Write one statement for each name.';
/** A released migration is never changed. */
const MIGRATION = /^server\/db\/migrations\//;
const NO_EMPTY_ASSERTION = 'the query throws by itself, so this cannot fail. Write the query alone.';
const THROWING_QUERY = /^(get|find)(All)?By[A-Z]/;
const EMPTY_MATCHERS = /^(toBeTruthy|toBeDefined)$/;
const EMPTY_NEGATIONS = /^(toBeNull|toBeUndefined|toBeFalsy)$/;

const BRANDS = ['Day', 'Month', 'Instant', 'Cents'];
const BRAND_FILES = /^(billing|contract)\//;
const ROUTES = /^server\/features\/.*\/routes\.ts$/;
const PRESENTER = /^present[A-Z]/;
const QUERY = /^(selectFrom|insertInto|updateTable|deleteFrom)$/;
const ONLY_SHAPES = /^server\/features\/.*\/(routes|present)\.ts$/;

function findBadCode(source: Source): Finding[] {
  if (!source.code) return [];
  const findings: Finding[] = [];
  const report = (rule: string, { start }: { start: number }, sentence: string) =>
    findings.push(findingAt(source, start, { rule, sentence }));
  const isTyping = TYPING.test(source.path) && !isTest(source.path) && !TYPED_FIELD_FILES.includes(source.path);
  const reportTyping = (name: string, node: { start: number }) => {
    if (isTyping && CHANGING_FIELDS.test(name)) report('typed-field', node, NO_TYPED_FIELD);
  };
  const reportTuple = (node: ESTree.Node, target: ESTree.Node, value: ESTree.Node | null) => {
    if (MIGRATION.test(source.path)) return;
    if (target.type === 'ArrayPattern' && value && isTuple(value) && !isSwap(source, target, value))
      report('packed-statement', node, NO_TUPLE);
  };
  new Visitor({
    VariableDeclarator: (node) => reportTuple(node, node.id, node.init),
    AssignmentExpression: (node) => reportTuple(node, node.left, node.right),
    SpreadElement(node) {
      if (isLiteral(node.argument)) report('packed-spread', node, NO_PACKING);
    },
    JSXSpreadAttribute(node) {
      if (isLiteral(node.argument)) report('packed-spread', node, NO_PACKING);
    },
    CallExpression(node) {
      if (isEmptyAssertion(node)) report('empty-assertion', node, NO_EMPTY_ASSERTION);
    },
    FunctionDeclaration(node) {
      const isPresenter = node.id !== null && PRESENTER.test(node.id.name);
      if (isPresenter && ROUTES.test(source.path)) report('routes-presenter', node, NO_PRESENTER);
    },
    MemberExpression(node) {
      if (ONLY_SHAPES.test(source.path) && QUERY.test(propertyOf(node))) report('sql', node, NO_SQL);
    },
    Identifier(node) {
      if (/^parse/.test(node.name)) reportTyping(node.name, node);
    },
    ImportDeclaration({ source: { value }, specifiers }) {
      if (value !== '@mantine/core' || source.path.startsWith('web/ui/choice/')) return;
      for (const one of specifiers)
        if (one.type === 'ImportSpecifier' && SELECTS.includes(nameIn(one.imported))) report('select', one, NO_SELECT);
    },
    JSXOpeningElement(node) {
      if (node.name.type !== 'JSXIdentifier' || node.name.name !== 'Modal' || isTest(source.path)) return;
      const stays = node.attributes.some(
        (one) => one.type === 'JSXAttribute' && one.name.name === 'closeOnClickOutside',
      );
      if (!stays) report('modal', node, NO_CLOSING);
    },
    JSXAttribute(node) {
      if (node.name.type !== 'JSXIdentifier') return;
      const isCut = node.name.name === 'maxLength';
      if (isCut && /^web\/(gate|office|ui)\//.test(source.path)) report('max-length', node, NO_CUT);
      if (MEASURING.includes(node.name.name)) report('measuring', node, NO_MEASURING);
      const color = node.name.name === 'color' && node.value?.type === 'Literal' && node.value.value;
      if (color === 'yellow') report('color', node, NO_YELLOW);
      const type = node.name.name === 'type' && node.value?.type === 'Literal' && String(node.value.value);
      if (isTyping && type && CHANGING_TYPES.includes(type)) report('typed-field', node, NO_TYPED_FIELD);
    },
    ImportSpecifier(node) {
      reportTyping(nameIn(node.imported), node);
      if (ONLY_SHAPES.test(source.path) && nameIn(node.imported) === 'sql') report('sql', node, NO_SQL);
    },
    TSAsExpression({ typeAnnotation, start }) {
      const name = typeAnnotation.type === 'TSTypeReference' && typeAnnotation.typeName;
      const isBrand = name && name.type === 'Identifier' && BRANDS.includes(name.name);
      if (isBrand && !BRAND_FILES.test(source.path) && !isTest(source.path)) report('brand-cast', { start }, NO_CAST);
    },
  }).visit(source.code.program);
  const [error] = source.code.errors;
  if (error)
    report('syntax', error.labels[0] ?? { start: 0 }, `${error.message}. Nothing else in the file was checked.`);
  return findings;
}

function bare(node: ESTree.Node): ESTree.Node {
  const isWrapped = ['ParenthesizedExpression', 'TSAsExpression', 'TSSatisfiesExpression'].includes(node.type);
  return isWrapped && 'expression' in node && typeof node.expression === 'object' ? bare(node.expression) : node;
}

function isLiteral(node: ESTree.Node): boolean {
  return /^(Object|Array)Expression$/.test(bare(node).type);
}

/** Returns true for an array whose members are written out. An array of spreads is a copy that is taken apart. */
function isTuple(node: ESTree.Node): boolean {
  const value = bare(node);
  return value.type === 'ArrayExpression' && value.elements.every((one) => one && one.type !== 'SpreadElement');
}

type Tuple = { readonly elements: readonly (ESTree.Node | null)[] };

/** Returns true if elements of arrays are exchanged, which needs a third name otherwise. */
function isSwap({ text }: Source, target: Tuple, value: ESTree.Node): boolean {
  const textsOf = (nodes: readonly (ESTree.Node | null)[]) =>
    nodes.map((one) => text.slice(one?.start, one?.end)).sort((one, other) => one.localeCompare(other));
  const array = bare(value);
  return array.type === 'ArrayExpression' && `${textsOf(target.elements)}` === `${textsOf(array.elements)}`;
}

/**
 * Returns true for `expect(screen.getByText(...)).toBeTruthy()` and the like. These assertions check nothing, because
 * the query throws if it finds no element.
 */
function isEmptyAssertion({ callee }: ESTree.CallExpression): boolean {
  if (callee.type !== 'MemberExpression') return false;
  const isNegated = callee.object.type === 'MemberExpression' && propertyOf(callee.object) === 'not';
  const checked = isNegated && callee.object.type === 'MemberExpression' ? callee.object.object : callee.object;
  if (!(isNegated ? EMPTY_NEGATIONS : EMPTY_MATCHERS).test(propertyOf(callee))) return false;
  if (checked.type !== 'CallExpression' || propertyOf(checked.callee) !== 'expect') return false;
  const [value] = checked.arguments;
  const query = value?.type === 'AwaitExpression' ? value.argument : value;
  return query?.type === 'CallExpression' && THROWING_QUERY.test(propertyOf(query.callee));
}

function propertyOf(node: ESTree.Expression): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : '';
}

function nameIn(node: ESTree.ModuleExportName): string {
  return node.type === 'Literal' ? node.value : node.name;
}

const COMMENT_RULES: readonly { readonly word: RegExp; readonly fix: string }[] = [
  { word: /@ts-(ignore|expect-error|nocheck)/, fix: 'Correct the type instead of hiding the error.' },
  { word: /\bbiome-ignore\b/, fix: 'Correct what Biome found, or change the rule for all files in biome.json.' },
  { word: /\b(TODO|FIXME|XXX|HACK)\b/, fix: 'Do it now, or open an issue.' },
];

function findBadComments(source: Source): Finding[] {
  return (source.code?.comments ?? []).flatMap(({ start, value }) =>
    COMMENT_RULES.flatMap(({ word, fix }) => {
      const found = word.exec(value);
      return found
        ? [
            findingAt(source, start + 2 + found.index, {
              rule: 'comment',
              sentence: `${found[0]} in a comment. ${fix}`,
            }),
          ]
        : [];
    }),
  );
}

function findStyleImports(source: Source): Finding[] {
  const found = source.path.endsWith('.css') ? source.text.search(/@import\b|\bcomposes:.*\bfrom\b/) : -1;
  const sentence = 'a style sheet imports nothing. Import both where they are used.';
  return found < 0 ? [] : [findingAt(source, found, { rule: 'style-import', sentence })];
}
