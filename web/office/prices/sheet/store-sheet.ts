import { type JudgedRow, judgeEntry } from '../judge-entry.ts';
import { type Entry, entryOf, isSameEntry, type SheetLine } from '../read-price.ts';
import { type Counts, countLines } from './plan-save.ts';

/** The object is replaced only when a value of the row changes. */
export interface SheetRow extends JudgedRow {
  readonly entry: Entry;
}

/** The sheet's state. It is outside React, so that a key press re-renders only one of 120 lines. */
export class Sheet {
  #rows = new Map<number, SheetRow>();
  #listeners = new Set<() => void>();
  #counts: Counts | undefined;
  #steps: Map<number, Entry>[] = [];
  #open: number | undefined;

  constructor(lines: readonly SheetLine[], drafted: ReadonlyMap<number, Entry> = new Map()) {
    for (const line of lines) this.#rows.set(line.id, rowOf(line, drafted.get(line.id), drafted.has(line.id)));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  row(id: number): SheetRow {
    const row = this.#rows.get(id);
    if (!row) throw new RangeError(`not on the sheet: ${id}`);
    return row;
  }

  rows(): SheetRow[] {
    return [...this.#rows.values()];
  }

  readonly counts = (): Counts => {
    this.#counts ??= countLines(this.rows());
    return this.#counts;
  };

  entered(): Map<number, Entry> {
    const differing = this.rows().filter(({ line, entry }) => !isSameEntry(entry, entryOf(line.current)));
    return new Map(differing.map(({ line, entry }) => [line.id, entry]));
  }

  /** Enters a text. Consecutive changes of the same line are one undo step. */
  type(id: number, entry: Entry): void {
    const before = this.row(id).entry;
    if (isSameEntry(before, entry)) return;
    if (this.#open !== id) this.#steps.push(new Map([[id, before]]));
    this.#open = id;
    this.#set(id, { entry, refusal: undefined });
    this.#notify();
  }

  fill(entries: ReadonlyMap<number, Entry>): void {
    if (entries.size === 0) return;
    this.#open = undefined;
    this.#steps.push(new Map([...entries.keys()].map((id) => [id, this.row(id).entry])));
    for (const [id, entry] of entries) this.#set(id, { entry, isChecked: true, refusal: undefined });
    this.#notify();
  }

  leave(id: number): void {
    if (this.#open === id) this.#open = undefined;
    if (this.row(id).isChecked) return;
    this.#set(id, { isChecked: true });
    this.#notify();
  }

  checkAll(): void {
    for (const id of this.#rows.keys()) this.#set(id, { isChecked: true, refusal: undefined });
    this.#notify();
  }

  restore(id: number): boolean {
    if (this.#open !== id) return false;
    this.undo();
    return true;
  }

  undo(): number | undefined {
    const step = this.#steps.pop();
    this.#open = undefined;
    if (!step) return undefined;
    for (const [id, entry] of step) this.#set(id, { entry, refusal: undefined });
    this.#notify();
    return step.keys().next().value;
  }

  refuse(refusals: ReadonlyMap<number, string>): void {
    for (const [id, refusal] of refusals) this.#set(id, { refusal, isChecked: true });
    this.#notify();
  }

  /**
   * Replaces the loaded prices. Entries remain. An entry is contested if somebody else has saved a different pair of
   * prices. A product deleted meanwhile keeps its line, which the server refuses.
   */
  rebase(lines: readonly SheetLine[]): void {
    const entered = this.entered();
    for (const line of lines) {
      const before = this.#rows.get(line.id);
      if (!before) continue;
      const row = rowOf(line, entered.get(line.id), before.isChecked);
      const isChanged = !isSameEntry(entryOf(before.line.current), entryOf(line.current));
      const isOther = row.verdict.kind !== 'missing' && !isSameEntry(row.entry, entryOf(line.current));
      this.#rows.set(line.id, { ...row, isContested: isOther && (isChanged || before.isContested === true) });
    }
    this.#notify();
  }

  #set(id: number, change: Partial<Pick<SheetRow, 'entry' | 'isChecked' | 'refusal'>>): void {
    const before = this.row(id);
    const verdict = change.entry ? judgeEntry(before.line, change.entry) : before.verdict;
    const isSame = Object.entries(change).every(([key, value]) => before[key as keyof typeof change] === value);
    if (!isSame) this.#rows.set(id, { ...before, ...change, verdict });
  }

  #notify(): void {
    this.#counts = undefined;
    for (const listener of this.#listeners) listener();
  }
}

function rowOf(line: SheetLine, typed: Entry | undefined, isChecked: boolean): SheetRow {
  const entry = typed ?? entryOf(line.current);
  return { line, entry, verdict: judgeEntry(line, entry), isChecked, refusal: undefined };
}
