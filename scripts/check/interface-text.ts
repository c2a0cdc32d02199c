import { type ESTree, Visitor } from 'vite';
import { auditEventTypes } from '#contract/audit.ts';
import * as productWords from '#contract/product-words.ts';
import { roles } from '#contract/roles.ts';
import * as words from '#contract/words.ts';
import { isTest } from './file-kinds.ts';
import { type Finding, findingAt, type Source } from './read-sources.ts';

const TEXT_NAME =
  /^(aria-(label|description|roledescription|placeholder|valuetext)|about|alt|body|caption|description|doing|error|failed|failure|fallback|fault|figure|heading|hint|label|legend|message|next|own|placeholder|refrain|search|sentence|subject|subtitle|summary|text|title|tooltip|word|(empty|nothing).*|.*(Label|Text|Message|Title))$/;
const STATE_NAME = /^(failed|failure|fault)$/;
const CODE_ATTRIBUTE = /^(@type|className|class|d|rel|content|style|exportName)$/;
const CODE_ELEMENT = /^(code|pre|[Kk]bd|samp|style|script)$/;
const CODE_CALL = /^((Type|Range)?Error|set|append|warn|error|log|querySelector(All)?|exportTable)$/;
/**
 * Matches texts that need no translation: keys, file names, browsers, languages in their own letters, and names with a
 * capital inside.
 */
const CODE_TEXT =
  /^(Enter|Tab|Esc|Escape|Ctrl .|Control\+.*|.*\.xlsx|Bearer ….*|General|Edge|Opera|Samsung Internet|Firefox|Chrome|Safari|Android|Windows|Linux|English|සිංහල|தமிழ்)$|^\p{Lu}\p{Ll}+\p{Lu}/u;
const STORED_WORDS = new Set<string>([
  ...roles,
  ...Object.values({ ...words, ...productWords }).flatMap((list) => (typeof list === 'function' ? [] : list)),
  ...auditEventTypes,
]);
const EXEMPT = /^web\/(i18n|public)\/|^web\/site\/seo\/structured-data\.ts$/;
const SERVER_TEXT_NAME = /^(description|error|message|proof|reason|subject|summary|text)$/;
const PAPERS = /\/draw-[\w-]+\.ts$/;

const LETTERS = /\p{L}{2,}/u;
const UNITS = /\b(LKR|Rs|kg|km|KB|MB|QR|PDF|CSV|JSON|VAT|xlsx)\b\.?/g;
const KEY = /^[\w-]+(\.[\w-]+)+$/;
const CAPITALISED = /^\p{Lu}\p{Ll}/u;
const SENTENCE = /^\p{Lu}[\p{Ll}’']*,? [\p{Ll}(]|\p{Ll}{2,} .*\p{Ll}{2,}[.?!…]$|[\p{sc=Sinhala}\p{sc=Tamil}]/u;

const NO_LITERAL = 'is text for people. Move it to texts/; a stored word belongs in contract/words.ts.';
const NO_SERVER_LITERAL = 'is text for people. Move it to texts/.';
const NO_MODULE_LEVEL = 'the language is not known when the file is loaded. Call t() in a function, or store the key.';

export function findInterfaceText(source: Source): Finding[] {
  const { code, path } = source;
  if (code && path.startsWith('server/features/') && !isTest(path)) return findServerText(source, code.program);
  if (!code || !path.startsWith('web/') || isTest(path) || EXEMPT.test(path)) return [];
  const found = new Map<number, string>();
  const forPrograms = new Set<number>();
  const skip = (...nodes: (ESTree.Node | null)[]) => {
    for (const { start } of nodes.flatMap(textsIn)) forPrograms.add(start);
  };
  const reportIf = (isText: (text: string) => boolean, ...nodes: (ESTree.Node | null)[]) => {
    for (const { text, start } of nodes.flatMap(textsIn)) if (isText(text)) found.set(start, text);
  };
  const visitNamed = (name: string, value: ESTree.Node | null) => {
    if (CODE_ATTRIBUTE.test(name)) skip(value);
    else if (STATE_NAME.test(name)) reportIf((text) => !isCode(text) && readsAsLabel(text), value);
    else if (TEXT_NAME.test(name)) reportIf(readsAsLabel, value);
  };
  const visitCall = (node: ESTree.CallExpression | ESTree.NewExpression) => {
    if (CODE_CALL.test(nameOf(node.callee))) skip(...node.arguments);
  };
  new Visitor({
    JSXElement({ openingElement: { name }, children }) {
      if (name.type === 'JSXIdentifier' && CODE_ELEMENT.test(name.name)) skip(...children);
      else reportIf(hasWords, ...children);
    },
    JSXFragment: ({ children }) => reportIf(hasWords, ...children),
    JSXAttribute: ({ name, value }) => visitNamed(name.type === 'JSXIdentifier' ? name.name : '', value),
    Property({ key, value }) {
      skip(key);
      visitNamed(nameOf(key), value);
    },
    CallExpression: visitCall,
    NewExpression: visitCall,
    TSLiteralType: ({ literal }) => skip(literal),
    ImportDeclaration: ({ source: from }) => skip(from),
    BinaryExpression({ operator, left, right }) {
      if (/^[!=]==$/.test(operator)) skip(left, right);
    },
    SwitchCase: ({ test }) => skip(test),
    Literal: (node) => reportIf(readsAsText, node),
    TemplateLiteral: (node) => reportIf(readsAsText, node),
  }).visit(code.program);
  const texts = [...found].filter(([start]) => !forPrograms.has(start));
  const findings = texts.map(([start, text]) =>
    findingAt(source, start, {
      rule: 'interface-text',
      sentence: `"${text.trim().replace(/\s+/g, ' ')}" ${NO_LITERAL}`,
    }),
  );
  return [...findings, ...findTranslationAtLoad(source, code.program)];
}

function findServerText(source: Source, program: ESTree.Program): Finding[] {
  if (PAPERS.test(source.path)) return [];
  const findings: Finding[] = [];
  new Visitor({
    Property({ key, value }) {
      if (!SERVER_TEXT_NAME.test(nameOf(key))) return;
      for (const { text, start } of textsIn(value))
        if (readsAsLabel(text))
          findings.push(
            findingAt(source, start, { rule: 'interface-text', sentence: `"${text}" ${NO_SERVER_LITERAL}` }),
          );
    },
  }).visit(program);
  return findings;
}

function isCode(text: string): boolean {
  return STORED_WORDS.has(text) || CODE_TEXT.test(text);
}

function hasWords(text: string): boolean {
  return LETTERS.test(text.replace(UNITS, '').replace(/&\w+;/g, ''));
}

function readsAsText(text: string): boolean {
  return !isCode(text) && !KEY.test(text) && (CAPITALISED.test(text) || SENTENCE.test(text)) && hasWords(text);
}

function readsAsLabel(text: string): boolean {
  return (
    !KEY.test(text) && /\p{Ll}/u.test(text) && (CAPITALISED.test(text) || /\p{L},? \p{L}/u.test(text)) && hasWords(text)
  );
}

function nameOf(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return nameOf(node.property);
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : '';
}

type Text = { readonly text: string; readonly start: number };

function textsIn(node: ESTree.Node | null): Text[] {
  switch (node?.type) {
    case 'JSXText':
      return [{ text: node.value, start: node.start }];
    case 'Literal':
      return typeof node.value === 'string' ? [{ text: node.value, start: node.start }] : [];
    case 'TemplateLiteral':
      return [{ text: node.quasis.map(({ value }) => value.cooked).join('…'), start: node.start }];
    case 'ConditionalExpression':
      return [...textsIn(node.consequent), ...textsIn(node.alternate)];
    case 'LogicalExpression':
      return [...textsIn(node.left), ...textsIn(node.right)];
    case 'BinaryExpression':
      return /^[+]$|^[!=]==$/.test(node.operator) ? [...textsIn(node.left), ...textsIn(node.right)] : [];
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return textsIn(node.expression);
    default:
      return [];
  }
}

function findTranslationAtLoad(source: Source, program: ESTree.Program): Finding[] {
  const findings: Finding[] = [];
  let depth = 0;
  const enter = () => {
    depth += 1;
  };
  const exit = () => {
    depth -= 1;
  };
  new Visitor({
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
    'FunctionDeclaration:exit': exit,
    'FunctionExpression:exit': exit,
    'ArrowFunctionExpression:exit': exit,
    CallExpression({ callee, start }) {
      if (depth === 0 && nameOf(callee) === 't')
        findings.push(findingAt(source, start, { rule: 'translation-at-load', sentence: NO_MODULE_LEVEL }));
    },
  }).visit(program);
  return findings;
}
