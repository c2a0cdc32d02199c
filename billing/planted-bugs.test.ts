import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import * as changes from './testing/changes.ts';
import { differencesFromOracle } from './testing/compare.ts';
import type { LedgerRules } from './testing/events.ts';
import * as invariants from './testing/invariants.ts';
import { PLANTED_BUGS, type PlantedBug } from './testing/planted-bugs.ts';
import { anyShop } from './testing/random-shop.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pola-planted-'));
afterAll(() => rmSync(folder, { recursive: true }));

const load = createRequire(import.meta.url);

const NOTHING: PlantedBug = { sentence: 'nothing', file: 'fold.ts', replacements: [] };

const anyCase = fc.record({ events: anyShop, dice: fc.nat(1_000_000) });
const CASES: readonly invariants.Case[] = fc.sample(anyCase, { numRuns: 1000, seed: 15 });

const PROMISES: readonly [promise: invariants.Invariant, sentence: string][] = [
  [invariants.moneyIsConserved, 'a balance below 0 is forgotten'],
  [invariants.paidAmountsAreTheirAllocations, 'a late payment causes a second fine'],
  [invariants.noCreditRemainsWhileAnythingIsUnpaid, 'what is left over does not meet a new invoice'],
  [invariants.theOldestIsPaidFirst, 'the newest invoice is paid first'],
  [invariants.recordingInAnotherOrderChangesNothing, 'facts count in the order of entry'],
  [changes.aDeletedPaymentChangesNothing, 'a deleted payment keeps its allocations'],
  [changes.aRemovedFineLeavesOnlyItsFlag, 'a removed fine that a person applied still exists'],
  [changes.aCorrectedPaymentEqualsTheRightOne, 'a correction is a payment of its own'],
  [changes.twoPaymentsEqualTheirSum, 'the fine falls due after the late money went'],
  [changes.theNewestEntryChangesNoAllocation, 'the latest fact counts first'],
  [invariants.noLaterEntryChangesAnAllocation, 'a correction is a payment of its own'],
  [invariants.finesAreOfTheUnpaidRent, 'fines are rounded down'],
  [invariants.statusesFollow, 'an arrest is lifted by part of the money'],
  [changes.aLateInvoiceChangesNothingEarlier, 'a bill made late takes the money that came before it'],
  [changes.aContinuedLedgerEqualsANewOne, 'a ledger goes on after a correction of an earlier payment'],
  [invariants.theStatementEndsWhereTheLedgerDoes, 'a statement forgets the fines'],
];

vi.setConfig({ testTimeout: 60_000 });

test.each(PLANTED_BUGS)('a check fails when $sentence', (planted) => {
  const rules = plant(planted);
  expect(CASES.some((given) => isFoundOut(() => whatIsBroken(rules, given)))).toBe(true);
});

const alone = PROMISES.map(([promise, sentence]) => ({ sentence, name: promise.name, promise }));
test.each(alone)('only $name finds that $sentence', ({ promise, sentence }) => {
  const planted = PLANTED_BUGS.find((each) => each.sentence === sentence);
  const rules = plant(planted ?? NOTHING);
  expect(CASES.some((given) => isFoundOut(() => promise(rules, given)))).toBe(true);
});

test('a copy without a planted bug passes every check', { tags: ['slow'] }, () => {
  const rules = plant(NOTHING);
  expect(CASES.map((given) => whatIsBroken(rules, given)).filter((broken) => broken !== '')).toEqual([]);
});

function plant({ sentence, file, replacements }: PlantedBug): LedgerRules {
  const copy = mkdtempSync(path.join(folder, 'copy-'));
  writeFileSync(path.join(copy, 'package.json'), '{ "type": "module" }');
  for (const name of readdirSync(import.meta.dirname)) {
    if (/^[^.]+\.ts$/.test(name)) copyFileSync(path.join(import.meta.dirname, name), path.join(copy, name));
  }
  let text = readFileSync(path.join(copy, file), 'utf8');
  for (const [right, wrong] of replacements) {
    if (text.split(right).length !== 2) throw new Error(`"${sentence}" does not find once in ${file}: ${right}`);
    text = text.replace(right, () => wrong);
  }
  writeFileSync(path.join(copy, file), text);
  const files = ['fold', 'ledger-entries', 'invoice', 'calendar', 'status', 'statement'];
  const rules: LedgerRules = Object.assign({}, ...files.map((name) => load(path.join(copy, `${name}.ts`))));
  return rules;
}

function whatIsBroken(rules: LedgerRules, given: invariants.Case): string {
  const broken = PROMISES.map(([promise]) => promise(rules, given)).find((sentence) => sentence !== '');
  return differencesFromOracle(rules, given.events) || (broken ?? '');
}

function isFoundOut(check: () => string): boolean {
  try {
    return check() !== '';
  } catch {
    return false;
  }
}
