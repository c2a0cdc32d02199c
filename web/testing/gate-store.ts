import { NEW_PHONE, type Phone, type QueueEntry } from '../gate/engine/entries.ts';
import type { GateState, GateStore } from '../gate/engine/gate-store.ts';

interface MemoryStore extends GateStore {
  isFull: boolean;
  /** Delays changes until the returned function is called. */
  stall: () => () => void;
}

export function memoryStore(): MemoryStore {
  let phone: Phone = NEW_PHONE;
  let entries = new Map<number, QueueEntry>();
  let newest = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const list = () => [...entries.values()].sort((a, b) => a.order - b.order);
  const state: GateState = {
    phone: async () => phone,
    savePhone: async (value) => {
      phone = value;
    },
    entries: async () => list(),
    find: async (order) => entries.get(order),
    async add(entry) {
      newest += 1;
      const added = { ...entry, order: newest } as QueueEntry;
      entries.set(newest, added);
      return added;
    },
    save: async (entry) => void entries.set(entry.order, entry),
    remove: async (order) => void entries.delete(order),
  };
  const stored: MemoryStore = {
    isFull: false,
    stall() {
      const { promise, resolve } = Promise.withResolvers<void>();
      turn = turn.then(() => promise);
      return resolve;
    },
    change(work) {
      const done = turn.then(async () => {
        const before = { phone, entries: new Map(entries) };
        try {
          if (stored.isFull) throw new Error('QuotaExceededError');
          return await work(state);
        } catch (error) {
          ({ phone, entries } = before);
          throw error;
        }
      });
      turn = done.catch(() => undefined);
      return done;
    },
    read: async () => ({ phone, entries: list() }),
    nextWaiting: async (by, after) =>
      list().find((entry) => entry.order > after && entry.by === by && entry.state === 'waiting'),
  };
  return stored;
}
