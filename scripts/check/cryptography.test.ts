import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { variables } from '#server/config.ts';
import { findUndescribedCryptography } from './cryptography.ts';
import { readSources } from './read-sources.ts';

const PAGE = 'docs/cryptography.md';
const ROW = '| a token | `server/a.ts` | `createHash` `sha256` | SHA-256 |';
const CODE = "import { createHash } from 'node:crypto';\ncreateHash('sha256');";

function faultsIn(files: Record<string, string>): string[] {
  const sources = readSources(Object.entries(files).map(([path, text]) => ({ path, text })));
  return findUndescribedCryptography(sources).map(({ path, line, sentence }) => `${path}:${line} ${sentence}`);
}

test('a file that uses what the page names is described', () => {
  expect(faultsIn({ [PAGE]: `# Keys\n\n${ROW}\n`, 'server/a.ts': CODE })).toEqual([]);
});

test.each([
  ["import { createHash } from 'node:crypto';\ncreateHash('md5');", 'createHash, md5'],
  ["import { createCipheriv } from 'node:crypto';", 'createCipheriv'],
  ["import * as all from 'crypto';", '*'],
  ["const at = 'sha512';", 'sha512'],
  ["import { SignJWT } from 'jose';\nconst alg = 'RS256';", 'jose, RS256'],
  ["const load = () => import('age-encryption');", 'age-encryption'],
  ["import { connect } from 'node:tls';", 'node:tls'],
  ['const drawn = globalThis.crypto.getRandomValues(new Uint8Array(16));', 'getRandomValues'],
  ['const at = crypto.subtle;', 'subtle'],
])('what the page does not name is found: %s', (text, used) => {
  expect(faultsIn({ [PAGE]: ROW, 'server/a.ts': CODE, 'web/b.ts': text })).toEqual([
    `web/b.ts:1 uses ${used}. The row of this file in ${PAGE} names nothing.`,
  ]);
});

test('what a file no longer uses, a file that does not exist and one that is in two rows are found', () => {
  expect(faultsIn({ [PAGE]: `${ROW}\n${ROW}`, 'server/a.ts': 'export const a = 1;' })).toEqual([
    `server/a.ts:1 uses nothing. The row of this file in ${PAGE} names createHash, sha256.`,
    `${PAGE}:1 server/a.ts is in 2 rows.`,
    `${PAGE}:2 server/a.ts is in 2 rows.`,
  ]);
  expect(faultsIn({ [PAGE]: ROW })).toEqual([`${PAGE}:1 server/a.ts does not exist.`]);
  expect(faultsIn({ 'server/a.ts': CODE })).toEqual([`${PAGE}:1 is missing.`]);
});

test('tests, types and commands need not be described', () => {
  const types = "import type { KeyObject } from 'node:crypto';\nimport { type Hash } from 'node:crypto';";
  const others = { 'server/b.test.ts': CODE, 'server/testing/c.ts': CODE, 'scripts/d.ts': CODE, 'server/e.ts': types };
  expect(faultsIn({ [PAGE]: ROW, 'server/a.ts': CODE, ...others })).toEqual([]);
});

test('the page names each variable of the environment that holds a secret', () => {
  const page = readFileSync(`${import.meta.dirname}/../../${PAGE}`, 'utf8');
  const secrets = variables.filter((name) =>
    /KEY|SECRET|TOKEN|PASSWORD|IDENTITY|RECIPIENTS|DATABASE_|SMTP_/.test(name),
  );
  expect(secrets).toContain('TOKEN_SECRET');
  expect(secrets.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
