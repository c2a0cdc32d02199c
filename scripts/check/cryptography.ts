import { type ESTree, Visitor } from 'vite';
import { isTest } from './file-kinds.ts';
import { type Finding, findingAt, type Source, type TextFile } from './read-sources.ts';

const PAGE = 'docs/cryptography.md';
const PRODUCT = /^(server|web|contract|billing)\//;
/** Packages that sign, encrypt or hash, or connect with TLS. */
const PACKAGE =
  /^(age-encryption|aws4fetch|http_ece|jose|nodemailer|otpauth|pg|@simplewebauthn|node:(tls|https|http2))(\/|$)/;
/** Names of algorithms, curves and modes, as a text names them for a program. */
const ALGORITHM =
  /^(md5|sha-?\d{1,3}|hmac|[hrep]s(256|384|512)|eddsa|(ed|x)25519|p-?\d{3}|prime256v1|secp\w+|aes-?\d{3}-?\w*|chacha20\S*|argon2\w*|scrypt|pbkdf2|bcrypt|rsa\S*)$/i;
/** What browsers have without an import. */
const BROWSER = ['subtle', 'getRandomValues', 'randomUUID'];

/**
 * Finds cryptography in the product that docs/cryptography.md does not name as it is, and names in that page that the
 * product does not use. A row of the page names files, and in the cell after them all that these files use.
 */
export function findUndescribedCryptography(sources: readonly Source[]): Finding[] {
  const page = sources.find(({ path }) => path === PAGE);
  if (!page) return [{ path: PAGE, line: 1, rule: 'cryptography', sentence: 'is missing.' }];
  const rows = listRows(page);
  const findings: Finding[] = [];
  for (const source of sources) {
    const used = PRODUCT.test(source.path) && !isTest(source.path) ? listCryptography(source) : [];
    const row = rows.find(({ files }) => files.includes(source.path));
    const isDescribed = (row?.names.join(' ') ?? '') === used.join(' ');
    if (isDescribed) continue;
    const sentence = `uses ${listed(used)}. The row of this file in ${PAGE} names ${listed(row?.names ?? [])}.`;
    findings.push({ path: source.path, line: 1, rule: 'cryptography', sentence });
  }
  for (const { files, start } of rows)
    for (const file of files) {
      const count = rows.flatMap((row) => row.files).filter((each) => each === file).length;
      if (!sources.some(({ path }) => path === file)) findings.push(inPage(page, start, `${file} does not exist.`));
      else if (count > 1) findings.push(inPage(page, start, `${file} is in ${count} rows.`));
    }
  return findings;
}

function inPage(page: TextFile, start: number, sentence: string): Finding {
  return findingAt(page, start, { rule: 'cryptography', sentence });
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.join(', ');
}

interface Row {
  files: string[];
  names: string[];
  start: number;
}

function listRows({ text }: TextFile): Row[] {
  return [...text.matchAll(/^\| .*\|$/gm)].flatMap(({ 0: line, index }) => {
    const cells = line.split(' | ');
    const place = cells.findIndex((cell) => /`(server|web|contract|billing)\/\S+\.tsx?`/.test(cell));
    if (place === -1) return [];
    return [{ files: codeIn(cells[place]), names: inOrder(codeIn(cells[place + 1])), start: index }];
  });
}

function codeIn(cell = ''): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

function inOrder(names: readonly string[]): string[] {
  return names.toSorted((a, b) => a.localeCompare(b));
}

/** Returns what a file uses of cryptography: functions, packages and the names of algorithms, each once, in order. */
function listCryptography({ code }: Source): string[] {
  const used = new Set<string>();
  if (!code) return [];
  const addText = (text: unknown) => {
    if (typeof text === 'string' && ALGORITHM.test(text)) used.add(text);
  };
  new Visitor({
    ImportDeclaration({ source: { value }, specifiers, importKind }) {
      if (importKind === 'type') return;
      if (PACKAGE.test(value)) used.add(value);
      if (!/^(node:)?crypto$/.test(value)) return;
      for (const one of specifiers) if (!isOfTypes(one)) used.add(nameOf(one));
    },
    ImportExpression({ source }) {
      if (source.type === 'Literal' && typeof source.value === 'string' && PACKAGE.test(source.value))
        used.add(source.value);
    },
    MemberExpression({ object, property }) {
      const isCrypto = object.type === 'Identifier' ? object.name === 'crypto' : endsInCrypto(object);
      if (isCrypto && property.type === 'Identifier' && BROWSER.includes(property.name)) used.add(property.name);
    },
    Literal: ({ value }) => addText(value),
    TemplateElement: ({ value }) => addText(value.raw),
  }).visit(code.program);
  return inOrder([...used]);
}

function endsInCrypto(node: ESTree.Node): boolean {
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'crypto';
}

function isOfTypes(one: ESTree.ImportDeclarationSpecifier): boolean {
  return one.type === 'ImportSpecifier' && one.importKind === 'type';
}

function nameOf(one: ESTree.ImportDeclarationSpecifier): string {
  if (one.type !== 'ImportSpecifier') return '*';
  return one.imported.type === 'Literal' ? String(one.imported.value) : one.imported.name;
}
