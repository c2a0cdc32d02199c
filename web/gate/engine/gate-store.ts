import type { Entry, Phone } from './entries.ts';

/** An entry before it has its place in the queue. */
export type NewEntry = Entry extends infer Each ? (Each extends Entry ? Omit<Each, 'order'> : never) : never;

/** The phone's memory inside one transaction. */
export interface GateBook {
  phone(): Promise<Phone>;
  keepPhone(phone: Phone): Promise<void>;
  /** All entries, in order. */
  entries(): Promise<Entry[]>;
  find(order: number): Promise<Entry | undefined>;
  /** Puts an entry at the end of the queue. */
  add(entry: NewEntry): Promise<Entry>;
  /** Writes an entry anew, in its place. */
  keep(entry: Entry): Promise<void>;
  drop(order: number): Promise<void>;
}

/** What the phone remembers through closed tabs, lost networks and ended sessions. */
export interface GateStore {
  /** Does all of the work or nothing of it; no other tab comes between. */
  change<Result>(work: (book: GateBook) => Promise<Result>): Promise<Result>;
  read(): Promise<{ phone: Phone; entries: Entry[] }>;
  /** The first entry of that person after that place that waits to be sent. */
  nextWaiting(by: string, after: number): Promise<Entry | undefined>;
}
