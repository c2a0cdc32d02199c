import type { Phone, QueueEntry } from './entries.ts';

export type NewEntry = QueueEntry extends infer Each ? (Each extends QueueEntry ? Omit<Each, 'order'> : never) : never;

export interface GateState {
  phone(): Promise<Phone>;
  savePhone(phone: Phone): Promise<void>;
  entries(): Promise<QueueEntry[]>;
  find(order: number): Promise<QueueEntry | undefined>;
  add(entry: NewEntry): Promise<QueueEntry>;
  save(entry: QueueEntry): Promise<void>;
  remove(order: number): Promise<void>;
}

/** The stored state of the gate, which survives closing the tab and the end of the session. */
export interface GateStore {
  /** Runs `work` in one transaction, isolated from other tabs. */
  change<Result>(work: (state: GateState) => Promise<Result>): Promise<Result>;
  read(): Promise<{ phone: Phone; entries: QueueEntry[] }>;
  nextWaiting(by: string, after: number): Promise<QueueEntry | undefined>;
}
