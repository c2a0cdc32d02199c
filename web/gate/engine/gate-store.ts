import type { Phone, QueueEntry } from './entries.ts';

/** An entry before it has its place in the queue. */
export type NewEntry = QueueEntry extends infer Each ? (Each extends QueueEntry ? Omit<Each, 'order'> : never) : never;

/** The phone's memory inside one transaction. */
export interface GateState {
  phone(): Promise<Phone>;
  keepPhone(phone: Phone): Promise<void>;
  /** All entries, in order. */
  entries(): Promise<QueueEntry[]>;
  find(order: number): Promise<QueueEntry | undefined>;
  /** Puts an entry at the end of the queue. */
  add(entry: NewEntry): Promise<QueueEntry>;
  /** Writes an entry anew, in its place. */
  keep(entry: QueueEntry): Promise<void>;
  drop(order: number): Promise<void>;
}

/** What the phone remembers through closed tabs, lost networks and ended sessions. */
export interface GateStore {
  /** Does all of the work or nothing of it; no other tab comes between. */
  change<Result>(work: (book: GateState) => Promise<Result>): Promise<Result>;
  read(): Promise<{ phone: Phone; entries: QueueEntry[] }>;
  /** The first entry of that person after that place that waits to be sent. */
  nextWaiting(by: string, after: number): Promise<QueueEntry | undefined>;
}
