import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { NEW_PHONE, type Phone, type QueueEntry } from './entries.ts';
import type { GateState, GateStore } from './gate-store.ts';

/** Older versions stored only the last numbers of vehicles, as `recent`. */
type StoredPhone = Omit<Phone, 'deviceCode' | 'vehicles'> & {
  letters: string | null;
  vehicles?: Phone['vehicles'];
  recent?: string[];
};

interface GateSchema extends DBSchema {
  phone: { key: 'phone'; value: StoredPhone };
  entries: { key: number; value: QueueEntry; indexes: { waiting: [string, string, number] } };
}

const NAME = 'pola-gate';
/** Makes a transaction wait for the disk, because the phone can lose power at any moment. */
const DURABLE = { durability: 'strict' } as const;

/** Rejects where the browser blocks storage. */
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
      return { phone: fromStored(phone), entries };
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
  work: (state: GateState) => Promise<Result>,
): Promise<Result> {
  const tx = db.transaction(['phone', 'entries'], 'readwrite', DURABLE);
  const phone = tx.objectStore('phone');
  const entries = tx.objectStore('entries');
  const state: GateState = {
    phone: async () => fromStored(await phone.get('phone')),
    savePhone: async ({ deviceCode, ...rest }) => void (await phone.put({ ...rest, letters: deviceCode }, 'phone')),
    entries: () => entries.getAll(),
    find: (order) => entries.get(order),
    async add(entry) {
      const order = await entries.add(entry as QueueEntry);
      return { ...entry, order } as QueueEntry;
    },
    save: async (entry) => void (await entries.put(entry)),
    remove: (order) => entries.delete(order),
  };
  try {
    const result = await work(state);
    await tx.done;
    return result;
  } catch (error) {
    tx.done.catch(() => undefined);
    try {
      tx.abort();
    } catch {
      // Aborting throws an error if the transaction has already ended.
    }
    throw error;
  }
}

function fromStored(stored: StoredPhone | undefined): Phone {
  if (!stored) return NEW_PHONE;
  const { letters, recent = [], vehicles = recent.map((number) => ({ number })), ...rest } = stored;
  return { ...NEW_PHONE, ...rest, vehicles, deviceCode: letters ?? null };
}
