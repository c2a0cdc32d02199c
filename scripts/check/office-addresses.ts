import { type ESTree, Visitor } from 'vite';
import { officePages } from '#web/office/pages-data.ts';
import { fitPath } from '#web/path.ts';
import { isTest } from './file-kinds.ts';
import { type Finding, findingAt, type Source } from './read-sources.ts';

const BY_HAND =
  'is the address of a page, written by hand. Take placeOf of web/office/place-of.ts: the compiler checks it.';
const patterns = Object.keys(officePages);
const ADDRESS_NAME = /^(to|href|cancelTo)$/;
const OPENING_CALL = /^(navigate|redirect|open|openPrint|assign|replace)$/;
/** What textsIn writes for a value of a template. */
const VALUE = 'value';

/**
 * Finds addresses of the office's pages that are not made by placeOf: each with a value or a query, and a path where an
 * address is expected. Elsewhere a path names a page, and its type is OfficePath.
 */
export function findOfficeAddresses(source: Source): Finding[] {
  if (!source.code || !source.path.startsWith('web/office/') || isTest(source.path)) return [];
  const findings = new Map<number, Finding>();
  const reportIf = (isAddress: (text: string) => boolean, node: ESTree.Node | null | undefined) => {
    for (const { text, start } of textsIn(node))
      if (isAddress(text))
        findings.set(start, findingAt(source, start, { rule: 'office-address', sentence: `${text} ${BY_HAND}` }));
  };
  new Visitor({
    TemplateLiteral: (node) => reportIf(isPage, node),
    Literal: (node) => reportIf((text) => text.includes('?') && isPage(text), node),
    JSXAttribute({ name, value }) {
      if (name.type !== 'JSXIdentifier' || !ADDRESS_NAME.test(name.name)) return;
      reportIf(isPage, value?.type === 'JSXExpressionContainer' ? value.expression : value);
    },
    Property({ key, value }) {
      if (key.type === 'Identifier' && ADDRESS_NAME.test(key.name)) reportIf(isPage, value);
    },
    VariableDeclarator: ({ init }) => reportIf(isPage, init),
    CallExpression({ callee, arguments: [first] }) {
      if (OPENING_CALL.test(nameOf(callee))) reportIf(isPage, first);
    },
  }).visit(source.code.program);
  return [...findings.values()];
}

function isPage(text: string): boolean {
  const [path = ''] = text.split(/[?#]/);
  return path.startsWith('/') && patterns.some((pattern) => fitPath(pattern, path));
}

/** Returns the texts that an expression can be, where each value inside a template is `value`. */
function textsIn(node: ESTree.Node | null | undefined): { text: string; start: number }[] {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? [{ text: node.value, start: node.start }] : [];
  if (node?.type === 'TemplateLiteral')
    return [{ text: node.quasis.map(({ value }) => value.cooked ?? '').join(VALUE), start: node.start }];
  if (node?.type === 'ConditionalExpression') return [...textsIn(node.consequent), ...textsIn(node.alternate)];
  return node?.type === 'LogicalExpression' ? [...textsIn(node.left), ...textsIn(node.right)] : [];
}

function nameOf(node: ESTree.Expression): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : '';
}
