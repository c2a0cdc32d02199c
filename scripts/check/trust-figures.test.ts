import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PLANTED_BUGS } from '#billing/testing/planted-bugs.ts';
import { approvableCalls } from '#contract/approvals.ts';
import { ledgerTables, rowTables } from '#server/db/seal/sealed-tables.ts';

const root = path.join(import.meta.dirname, '../..');

test('the figures of docs/trust.md that grow with the code are those of the code', () => {
  const claims = readFileSync(path.join(root, 'docs/trust.md'), 'utf8');
  for (const figure of [
    `; ${PLANTED_BUGS.length} bugs |`,
    `| ${ledgerTables.length} tables |`,
    `| ${rowTables.length} tables, and 6 of the log`,
    `| ${rowTables.length} tables |`,
    `| ${approvableCalls.length} calls |`,
  ])
    expect(claims).toContain(figure);
});
