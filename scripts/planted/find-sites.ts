import { type ESTree, parseSync, Visitor } from 'vite';

/** The ways in which a bug is drawn. */
export const drawRules = [
  'condition turned',
  'second half dropped',
  'boundary moved',
  'filter dropped',
  'sort without effect',
  'id for another id',
  'effect dropped',
  'language of another reader',
  'label untied',
] as const;
export type DrawRule = (typeof drawRules)[number];

interface Span {
  start: number;
  end: number;
}

/** A place in a source text where a rule can plant a bug: what is between two offsets is replaced. */
export interface Site extends Span {
  rule: DrawRule;
  replacement: string;
}

const TURNED: Readonly<Record<string, string>> = { '===': '!==', '!==': '===', '<': '>=', '>': '<=' };
const MOVED: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const FILTERS = new Set(['filter', 'where', 'whereRef', 'having']);
const SORTS = new Set(['toSorted', 'sort', 'orderBy', 'toReversed']);
/** Attributes that tie a control to its words for a screen reader. */
const TIES = new Set(['aria-describedby', 'aria-labelledby', 'aria-label', 'htmlFor', 'error', 'description', 'label']);
const ID = /(?:_id|Id)$/;

/** Returns the places of a source text where a bug can be drawn. */
export function findSites(file: string, text: string): Site[] {
  const { program } = parseSync(file, text);
  const sites: Site[] = [];
  const add = (rule: DrawRule, { start, end }: Span, replacement: string) =>
    sites.push({ rule, start, end, replacement });
  const ids: (Span & { name: string })[] = [];
  new Visitor({
    IfStatement: ({ test }) => addTurned(test),
    ConditionalExpression: ({ test }) => addTurned(test),
    LogicalExpression: (node) => {
      if (node.operator !== '??') add('second half dropped', { start: node.left.end, end: node.end }, '');
    },
    BinaryExpression: (node) => {
      const moved = MOVED[node.operator];
      if (moved) add('boundary moved', node, withOperator(node.left, moved, node.right));
    },
    CallExpression: (node) => {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return;
      const rest = { start: callee.object.end, end: node.end };
      // Dropping this one only adds an empty word to a list of words.
      const isOfWords = text.slice(rest.start, rest.end) === '.filter(Boolean)';
      if (FILTERS.has(callee.property.name) && !isOfWords) add('filter dropped', rest, '');
      if (SORTS.has(callee.property.name)) add('sort without effect', rest, '');
    },
    ExpressionStatement: ({ expression, start, end }) => {
      const isEffect = expression.type === 'AwaitExpression' && expression.argument.type === 'CallExpression';
      if (isEffect) add('effect dropped', { start, end }, '');
    },
    MemberExpression: ({ computed, property }) => {
      if (!computed && property.type === 'Identifier' && ID.test(property.name)) ids.push(property);
    },
    Property: ({ value, shorthand }) => {
      if (!shorthand && isLanguage(value)) add('language of another reader', value, "'en'");
    },
    JSXAttribute: ({ name, start, end }) => {
      if (name.type === 'JSXIdentifier' && TIES.has(name.name)) add('label untied', { start, end }, '');
    },
  }).visit(program);
  const names = [...new Set(ids.map(({ name }) => name))];
  for (const id of ids) {
    const other = names[(names.indexOf(id.name) + 1) % names.length] ?? id.name;
    if (other !== id.name) add('id for another id', id, other);
  }
  return sites;

  function addTurned(test: ESTree.Expression): void {
    const turned = test.type === 'BinaryExpression' ? TURNED[test.operator] : undefined;
    const { start, end } = test;
    if (turned && test.type === 'BinaryExpression')
      add('condition turned', { start, end }, withOperator(test.left, turned, test.right));
    else add('condition turned', { start, end }, `!(${text.slice(start, end)})`);
  }

  function withOperator(left: Span, operator: string, right: Span): string {
    return `${text.slice(left.start, left.end)} ${operator} ${text.slice(right.start, right.end)}`;
  }
}

function isLanguage(node: ESTree.Node): boolean {
  if (node.type === 'Identifier') return node.name === 'language';
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'language';
}
