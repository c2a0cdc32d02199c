import { type ESTree, Visitor } from 'vite';
import { isIn, isTest } from './file-kinds.ts';
import { type Finding, findingAt, type Source } from './read-sources.ts';

export function findAmbient(source: Source): Finding[] {
  if (!source.code || isTest(source.path)) return [];
  const findings: Finding[] = [];
  const report = (ambient: Ambient, node: ESTree.Node, what: string) => {
    if (isIn(source.path, ambient.allowed)) return;
    const finding = findingAt(source, node.start, { rule: 'ambient', sentence: `${what} ${ambient.sentence}` });
    if (!findings.some(({ line, sentence }) => line === finding.line && sentence === finding.sentence))
      findings.push(finding);
  };
  new Visitor({
    CallExpression(node) {
      const { callee } = node;
      const name = callee.type === 'Identifier' ? callee.name : undefined;
      const member = callee.type === 'MemberExpression' ? dottedName(callee) : '';
      const isFetch = name === 'fetch' || member === 'fetch' || member === 'self.fetch';
      if (isFetch && !(source.path.startsWith('server/') && hasSignal(node))) report(NETWORK, node, 'fetch()');
      if (/\b(cache|caches)\.add(All)?$/.test(member)) report(NETWORK, node, member);
    },
    NewExpression(node) {
      const called = node.callee.type === 'Identifier' ? node.callee.name : '';
      if (UNLIMITED.includes(called)) report(NETWORK, node, called);
      const isDate = node.callee.type === 'Identifier' && node.callee.name === 'Date';
      if (isDate && node.arguments.length === 0) report(TIME, node, 'new Date()');
    },
    MemberExpression(node) {
      const name = dottedName(node);
      if (CLOCKS.includes(name)) report(TIME, node, name);
      if (name === 'Math.random') report(TIME, node, name);
      if (name === 'process.env') report(ENVIRONMENT, node, name);
      if (name === 'request.ip' || name.endsWith('.request.ip')) report(ADDRESS, node, name);
    },
    ObjectPattern(node) {
      const names = node.properties.map((each) => (each.type === 'Property' ? each.key : undefined));
      const takesAddress = names.some((name) => name?.type === 'Identifier' && name.name === 'ip');
      if (takesAddress && source.path.startsWith('server/')) report(ADDRESS, node, '{ ip }');
    },
    ImportDeclaration(node) {
      const names = node.specifiers.map((each) => (each.type === 'ImportSpecifier' ? each.imported : undefined));
      const isEnv = names.some((name) => name?.type === 'Identifier' && name.name === 'env');
      if (isEnv && /^(node:)?process$/.test(node.source.value)) report(ENVIRONMENT, node, 'env of node:process');
    },
    VariableDeclarator(node) {
      const isProcess = node.init?.type === 'Identifier' && node.init.name === 'process';
      const keys = node.id.type === 'ObjectPattern' ? node.id.properties : [];
      const isEnv = keys.some(
        (each) => each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === 'env',
      );
      if (isProcess && isEnv) report(ENVIRONMENT, node, '{ env } = process');
    },
    Literal(node) {
      if (typeof node.value === 'string' && COLOMBO.test(node.value)) report(ZONE, node, node.raw ?? node.value);
    },
    TemplateElement(node) {
      if (COLOMBO.test(node.value.raw)) report(ZONE, node, node.value.raw.trim().split('\n')[0] ?? '');
    },
    BinaryExpression(node) {
      const factors = factorsOf(node);
      const product = factors?.reduce((soFar, factor) => soFar * factor, 1);
      const isOffset = product === OFFSET_SECONDS || product === OFFSET_SECONDS * 1000;
      if (isOffset && factors?.some((factor) => [5.5, 330].includes(factor)))
        report(ZONE, node, 'an offset of 5.5 hours');
    },
  }).visit(source.code.program);
  return findings;
}

type Ambient = { readonly allowed: readonly string[]; readonly sentence: string };

const TOOLS = ['scripts/', 'bench/', 'vitest.config.ts'];
const UNLIMITED = ['XMLHttpRequest', 'EventSource', 'WebSocket'];
const CLOCKS = ['Date.now', 'performance.now', 'Temporal.Now'];
const COLOMBO = /(^|['"=])(Asia\/Colombo|[+]0?5:?30)($|['"])|\d[+]0?5:?30\b/;
const OFFSET_SECONDS = 19_800;

const TIME: Ambient = {
  allowed: [...TOOLS, 'server/clock.ts', 'web/ui/format/browser-clock.ts'],
  sentence:
    'depends on the clock or on chance. Take it as an argument from server/clock.ts or web/ui/format/browser-clock.ts.',
};
const NETWORK: Ambient = {
  allowed: [...TOOLS, 'web/fetch-within.ts'],
  sentence:
    'waits for ever on a network that does not answer. In web/ call fetchWithin of web/fetch-within.ts; in server/ write a signal with a limit into the options.',
};
const ENVIRONMENT: Ambient = {
  allowed: [...TOOLS, 'server/config.ts'],
  sentence: 'reads the environment. Add the setting to server/config.ts and take it as an argument.',
};
const ADDRESS: Ambient = {
  allowed: [...TOOLS, 'server/http/core/client-address.ts'],
  sentence: 'may have a port or be no address at all. Call clientAddress of server/http/core/client-address.ts.',
};
const ZONE: Ambient = {
  // The code of scripts/compare/ may contain the market's time zone. It compares two versions of the product, so it
  // uses the code of neither.
  allowed: ['billing/calendar.ts', 'scripts/compare/'],
  sentence: "knows the market's time zone. Call billing/calendar.ts (dayOf, startOfDay), the only file that does.",
};

function hasSignal({ arguments: [, options] }: ESTree.CallExpression): boolean {
  const properties = options?.type === 'ObjectExpression' ? options.properties : [];
  return properties.some(
    (each) => each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === 'signal',
  );
}

function dottedName({ object, property, computed }: ESTree.MemberExpression): string {
  const left = object.type === 'MemberExpression' ? dottedName(object) : object.type === 'Identifier' && object.name;
  const isName = property.type === 'Identifier' && !computed;
  const right = isName ? property.name : property.type === 'Literal' && property.value;
  return left && right ? `${left}.${right}`.replace(/^(globalThis|window)\./, '') : '';
}

function factorsOf(node: ESTree.Expression | ESTree.PrivateIdentifier): number[] | undefined {
  if (node.type === 'Literal' && typeof node.value === 'number') return [node.value];
  if (node.type === 'ParenthesizedExpression') return factorsOf(node.expression);
  if (node.type !== 'BinaryExpression' || node.operator !== '*') return undefined;
  const left = factorsOf(node.left);
  const right = factorsOf(node.right);
  return left && right ? [...left, ...right] : undefined;
}
