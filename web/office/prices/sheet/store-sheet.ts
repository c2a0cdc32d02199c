import { type JudgedRow, judgeEntry } from '../judge-entry.ts';
import { type Entry, entryOf, isSameEntry, type SheetLine } from '../read-price.ts';
import { type Counts, countLines } from './plan-save.ts';

/** A line of the sheet as it stands; a new object whenever anything about it changes, and only then. */
export interface SheetRow extends JudgedRow {
  readonly entry: Entry;
}

/**
 * What is typed into a price sheet, kept outside of React: a key pressed in one line tells that line alone to draw itself
 * anew, not the other hundred and nineteen.
 */
export class Sheet {
  #rows = new Map<number, SheetRow>();
  #listeners = new Set<() => void>();
  #counts: Counts | undefined;
  /** What lines were before they were changed, one entry a step. */
  #steps: Map<number, Entry>[] = [];
  /** The line whose change is still going on: all that is typed into it at one go is one step. */
  #open: number | undefined;

  constructor(lines: readonly SheetLine[], drafted: ReadonlyMap<number, Entry> = new Map()) {
    for (const line of lines) this.#rows.set(line.id, rowOf(line, drafted.get(line.id), drafted.has(line.id)));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The row of a product; throws a RangeError when it is not on the sheet. */
  row(id: number): SheetRow {
    const row = this.#rows.get(id);
    if (!row) throw new RangeError(`not on the sheet: ${id}`);
    return row;
  }

  /** All rows, in list order. */
  rows(): SheetRow[] {
    return [...this.#rows.values()];
  }

  readonly counts = (): Counts => {
    this.#counts ??= countLines(this.rows());
    return this.#counts;
  };

  /** Lines that differ from what is published, by id: what a draft keeps. */
  entered(): Map<number, Entry> {
    const differing = this.rows().filter(({ line, entry }) => !isSameEntry(entry, entryOf(line.current)));
    return new Map(differing.map(({ line, entry }) => [line.id, entry]));
  }

  /** Writes into one line; what follows in the same line belongs to the same step. */
  type(id: number, entry: Entry): void {
    const before = this.row(id).entry;
    if (isSameEntry(before, entry)) return;
    if (this.#open !== id) this.#steps.push(new Map([[id, before]]));
    this.#open = id;
    this.#set(id, { entry, refusal: undefined });
    this.#tell();
  }

  /** Writes into many lines as one step, and checks them. */
  fill(entries: ReadonlyMap<number, Entry>): void {
    if (entries.size === 0) return;
    this.#open = undefined;
    this.#steps.push(new Map([...entries.keys()].map((id) => [id, this.row(id).entry])));
    for (const [id, entry] of entries) this.#set(id, { entry, isChecked: true, refusal: undefined });
    this.#tell();
  }

  /** The person has left a line. */
  leave(id: number): void {
    if (this.#open === id) this.#open = undefined;
    if (this.row(id).isChecked) return;
    this.#set(id, { isChecked: true });
    this.#tell();
  }

  /** Checks every line: somebody wants to save. */
  checkAll(): void {
    for (const id of this.#rows.keys()) this.#set(id, { isChecked: true, refusal: undefined });
    this.#tell();
  }

  /** Puts a line back to what it was when the person came to it; true when it had changed. */
  restore(id: number): boolean {
    if (this.#open !== id) return false;
    this.undo();
    return true;
  }

  /** Takes the last step back and gives the line to look at; undefined when there is none left. */
  undo(): number | undefined {
    const step = this.#steps.pop();
    this.#open = undefined;
    if (!step) return undefined;
    for (const [id, entry] of step) this.#set(id, { entry, refusal: undefined });
    this.#tell();
    return step.keys().next().value;
  }

  /** Shows what the server said about lines. */
  refuse(refusals: ReadonlyMap<number, string>): void {
    for (const [id, refusal] of refusals) this.#set(id, { refusal, isChecked: true });
    this.#tell();
  }

  /**
   * Puts newer lines of the server under what was typed: lines that nobody touched follow it, the others keep their
   * figures and are compared with what stands there now. A product that left the catalogue meanwhile keeps its line; the
   * server says so when it is sent.
   */
  rebase(lines: readonly SheetLine[]): void {
    const entered = this.entered();
    for (const line of lines) {
      const before = this.#rows.get(line.id);
      if (before) this.#rows.set(line.id, rowOf(line, entered.get(line.id), before.isChecked));
    }
    this.#tell();
  }

  #set(id: number, change: Partial<Pick<SheetRow, 'entry' | 'isChecked' | 'refusal'>>): void {
    const before = this.row(id);
    const verdict = change.entry ? judgeEntry(before.line, change.entry) : before.verdict;
    const isSame = Object.entries(change).every(([key, value]) => before[key as keyof typeof change] === value);
    if (!isSame) this.#rows.set(id, { ...before, ...change, verdict });
  }

  #tell(): void {
    this.#counts = undefined;
    for (const listener of this.#listeners) listener();
  }
}

function rowOf(line: SheetLine, typed: Entry | undefined, isChecked: boolean): SheetRow {
  const entry = typed ?? entryOf(line.current);
  return { line, entry, verdict: judgeEntry(line, entry), isChecked, refusal: undefined };
}
