import { afterAll, beforeEach, expect, test } from 'vitest';
import { dayOf } from '#billing/calendar.ts';
import { AuditKey } from '../../db/seal/audit-key.ts';
import { TEST_DAY } from '../../testing/app-context.ts';
import { TEST_AUDIT_KEY } from '../../testing/database.ts';
import type { ExampleMarket } from '../../testing/example-market.ts';
import { discardMarket, openMarket } from '../../testing/market.ts';
import { said } from '../../testing/said.ts';
import { verifyMarket } from '../ledger/verify-market.ts';
import { type Anchor, readAnchors, shortCode, writeAnchor } from './find-anchors.ts';
import { raiseCount } from './queries.ts';
import { hashEntry, writeAudit } from './write-audit.ts';

afterAll(discardMarket);

const OWN_KEY = new AuditKey(TEST_AUDIT_KEY);

let market: ExampleMarket;
let anchors: Anchor[];
beforeEach(async () => {
  market = await openMarket();
  const context = { actor: 'clerk@market.example', now: market.app.clock.now(), requestId: 'request-1' };
  await database().write((tx) =>
    writeAudit(tx, context, { type: 'Signed In', description: said('A clerk signed in') }),
  );
  const [, , , fourth] = await entries();
  const newest = (await entries()).at(-1);
  if (!fourth || !newest) throw new Error('the log is empty');
  const lines = [
    writeAnchor({ market: 'Dambulla; centre', day: TEST_DAY, entry: fourth.id, mac: fourth.hash }),
    writeAnchor({ market: 'Dambulla', day: TEST_DAY, entry: newest.id, mac: newest.hash }),
    shortCode(newest.hash),
  ];
  ({ anchors } = readAnchors(lines.join('\n')));
  expect(anchors).toHaveLength(3);
});

const database = () => market.app.database;
const entries = () => database().reader.selectFrom('audit_log').selectAll().orderBy('id').execute();
const verify = async (known: readonly Anchor[] = []) => (await verifyMarket(database(), known)).differences;

async function rehash(key: AuditKey | undefined, from = 0): Promise<void> {
  const all = await entries();
  await database().write(async (tx) => {
    let previous_hash = all.findLast(({ id }) => id < from)?.hash ?? '';
    for (const { hash: _, ...entry } of all.filter((each) => each.id >= from)) {
      const chained = { ...entry, previous_hash, key_id: key?.id ?? '' };
      const hash = hashEntry(chained, key);
      await tx
        .updateTable('audit_log')
        .set({ ...chained, hash })
        .where('id', '=', entry.id)
        .execute();
      previous_hash = hash;
    }
    await tx.updateTable('audit_head').set({ hash: previous_hash }).execute();
  });
}

async function removeEntries(ids: readonly number[]): Promise<void> {
  await database().write(async (tx) => {
    await tx.deleteFrom('audit_log').where('id', 'in', ids).execute();
    const left = await tx.selectFrom('audit_log').selectAll().orderBy('id').execute();
    await tx
      .updateTable('audit_head')
      .set({ hash: left.at(-1)?.hash ?? '', newest_id: left.at(-1)?.id ?? 0 })
      .execute();
    await tx.deleteFrom('audit_counts').execute();
    for (const { event_date, event_type } of left) {
      await raiseCount(tx, { day: dayOf(event_date), eventType: event_type, by: 1 });
    }
  });
}

test('an untouched log contains every anchor, also the short code of a receipt', { tags: ['slow'] }, async () => {
  expect(await verify(anchors)).toEqual([]);
});

test('a log that was chained again with the known algorithm but without the key is found without an anchor', async () => {
  for (const key of [undefined, new AuditKey('a key that somebody made up himself')]) {
    await rehash(key);
    expect(await verify()).not.toEqual([]);
  }
});

test('a log whose newer half was chained again without the key is found without an anchor', async () => {
  const all = await entries();
  const middle = all[Math.floor(all.length / 2)];
  for (const key of [undefined, new AuditKey('a key that somebody made up himself')]) {
    await rehash(key, middle?.id);
    expect(await verify()).not.toEqual([]);
  }
});

test('a log that was changed and chained again with the stolen key is found with an anchor', async () => {
  const signIn = (await entries()).find(({ event_type }) => event_type === 'Signed In');
  await database().write((tx) =>
    tx
      .updateTable('audit_log')
      .set({ user_actioned: 'somebody.else@market.example' })
      .where('id', '=', signIn?.id ?? 0)
      .execute(),
  );
  await rehash(OWN_KEY);
  expect(await verify()).toEqual([]);
  expect(await verify(anchors)).toEqual(anchors.slice(-2).map(missing));
});

test('a cut tail is found with an anchor, although the rest of the log is whole', async () => {
  const tail = (await entries()).slice(-1).filter(({ sealed }) => sealed === '');
  expect(tail).toHaveLength(1);
  await removeEntries(tail.map(({ id }) => id));
  expect(await verify()).toEqual([]);
  expect(await verify(anchors)).toEqual(anchors.slice(-2).map(missing));
});

test('a deleted entry is found with an anchor, also when the stolen key chained the rest again', async () => {
  const deleted = (await entries()).slice(5).find(({ sealed }) => sealed === '');
  await removeEntries([deleted?.id ?? 0]);
  expect(await verify()).not.toEqual([]);
  await rehash(OWN_KEY, deleted?.id);
  expect(await verify()).toEqual([]);
  expect(await verify(anchors)).toEqual(anchors.slice(-2).map(missing));
});

function missing({ line }: Anchor): string {
  return `an entry was removed or changed since this audit proof was made: ${line}`;
}
