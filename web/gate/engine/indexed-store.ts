import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { NEW_PHONE, type Phone, type QueueEntry } from './entries.ts';
import type { GateState, GateStore } from './gate-store.ts';

interface GateSchema extends DBSchema {
  phone: { key: 'phone'; value: Phone };
  entries: { key: number; value: QueueEntry; indexes: { waiting: [string, string, number] } };
}

const NAME = 'pola-gate';
/** What is answered with a ticket must be on the disk: a phone's battery may fall out. */
const DURABLE = { durability: 'strict' } as const;

/** The phone's memory in IndexedDB. Rejects where the browser keeps nothing. */
export async function openIndexedStore(): Promise<GateStore> {
  const db = await openDB<GateSchema>(NAME, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('phone');
      const entries = fresh.createObjectStore('entries', { keyPath: 'order', autoIncrement: true });
      entries.createIndex('waiting', ['state', 'by', 'order']);
    },
  });
  return {
    change: (work) => change(db, work),
    async read() {
      const tx = db.transaction(['phone', 'entries']);
      const [phone, entries] = await Promise.all([
        tx.objectStore('phone').get('phone'),
        tx.objectStore('entries').getAll(),
      ]);
      return { phone: { ...NEW_PHONE, ...phone }, entries };
    },
    async nextWaiting(by, after) {
      const range = IDBKeyRange.bound(['waiting', by, after], ['waiting', by, Number.POSITIVE_INFINITY], true);
      const [next] = await db.getAllFromIndex('entries', 'waiting', range, 1);
      return next;
    },
  };
}

async function change<Result>(
  db: IDBPDatabase<GateSchema>,
  work: (book: GateState) => Promise<Result>,
): Promise<Result> {
  const tx = db.transaction(['phone', 'entries'], 'readwrite', DURABLE);
  const phone = tx.objectStore('phone');
  const entries = tx.objectStore('entries');
  const book: GateState = {
    phone: async () => ({ ...NEW_PHONE, ...(await phone.get('phone')) }),
    keepPhone: async (value) => void (await phone.put(value, 'phone')),
    entries: () => entries.getAll(),
    find: (order) => entries.get(order),
    async add(entry) {
      const order = await entries.add(entry as QueueEntry);
      return { ...entry, order } as QueueEntry;
    },
    keep: async (entry) => void (await entries.put(entry)),
    drop: (order) => entries.delete(order),
  };
  try {
    const result = await work(book);
    await tx.done;
    return result;
  } catch (error) {
    tx.done.catch(() => undefined);
    try {
      tx.abort();
    } catch {
      // It has ended by itself already.
    }
    throw error;
  }
}
