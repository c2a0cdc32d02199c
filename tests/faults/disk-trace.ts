export type DiskEvent = { at: number; file: string } & (
  | { kind: 'write'; bytes: Buffer; offset: number }
  | { kind: 'cut'; length: number }
  | { kind: 'sync' }
);

export const TRACED = 'trace=pwrite64,ftruncate,fsync,fdatasync';

const CALL = /^(\d+) ([\d.]+) (\w+)\(\d+<([^>]*)>(.*)\) += (-?\d+)/;
const UNFINISHED = / <unfinished \.\.\.>$/;
const RESUMED = /^(\d+) [\d.]+ <\.\.\. \w+ resumed>(.*)$/;

export function readDiskTrace(text: string): DiskEvent[] {
  const begun = new Map<string, string>();
  const events: DiskEvent[] = [];
  for (const line of text.split('\n')) {
    const thread = line.slice(0, line.indexOf(' '));
    if (UNFINISHED.test(line)) {
      begun.set(thread, line.replace(UNFINISHED, ''));
      continue;
    }
    const end = RESUMED.exec(line)?.[2];
    const event = readCall(end === undefined ? line : (begun.get(thread) ?? '') + end);
    if (event) events.push(event);
  }
  return events;
}

function readCall(line: string): DiskEvent | undefined {
  const [, , seconds = '', name, place = '', rest = '', result = ''] = CALL.exec(line) ?? [];
  if (name === undefined || Number(result) < 0) return undefined;
  const fact = { at: Number(seconds) * 1000, file: bytesOf(place).toString() };
  if (name.endsWith('sync')) return { ...fact, kind: 'sync' };
  const [, quoted = '', numbers = ''] = /^, (?:"([^"]*)", )?(.*)$/.exec(rest) ?? [];
  if (name === 'ftruncate') return { ...fact, kind: 'cut', length: Number(numbers) };
  return { ...fact, kind: 'write', bytes: bytesOf(quoted), offset: Number(numbers.split(', ')[1]) };
}

function bytesOf(escaped: string): Buffer {
  return Buffer.from(escaped.replaceAll('\\x', ''), 'hex');
}

const SECTOR = 512;

export class Disk {
  readonly #files = new Map<string, { synced: GrowingFile; since: DiskEvent[] }>();

  add(event: DiskEvent): void {
    const file = this.#files.get(event.file) ?? { synced: new GrowingFile(), since: [] };
    this.#files.set(event.file, file);
    if (event.kind !== 'sync') {
      file.since.push(event);
      return;
    }
    for (const done of file.since) file.synced.apply(done);
    file.since = [];
  }

  afterPowerLoss(name: string, dice: (sides: number) => number): Buffer | undefined {
    const file = this.#files.get(name);
    if (!file) return undefined;
    const left = file.synced.copy();
    for (const event of shuffled(file.since, dice)) applyPart(left, event, dice);
    return left.bytes();
  }
}

class GrowingFile {
  #content = Buffer.alloc(0);
  #length = 0;

  apply(event: DiskEvent): void {
    if (event.kind === 'cut') this.#resize(event.length);
    if (event.kind !== 'write') return;
    this.#resize(Math.max(this.#length, event.offset + event.bytes.length));
    event.bytes.copy(this.#content, event.offset);
  }

  copy(): GrowingFile {
    const copied = new GrowingFile();
    copied.#content = Buffer.from(this.#content);
    copied.#length = this.#length;
    return copied;
  }

  bytes(): Buffer {
    return this.#content.subarray(0, this.#length);
  }

  #resize(length: number): void {
    if (length > this.#content.length) this.#content = Buffer.concat([this.bytes()], 2 * length);
    else if (length < this.#length) this.#content.fill(0, length, this.#length);
    this.#length = length;
  }
}

function applyPart(file: GrowingFile, event: DiskEvent, dice: (sides: number) => number): void {
  const fate = dice(3);
  if (fate === 0) return;
  const isTorn = fate === 1 && event.kind === 'write';
  if (!isTorn) {
    file.apply(event);
    return;
  }
  const sectors = dice(Math.ceil(event.bytes.length / SECTOR));
  file.apply({ ...event, bytes: event.bytes.subarray(0, sectors * SECTOR) });
}

function shuffled<Item>(items: readonly Item[], dice: (sides: number) => number): Item[] {
  return items
    .map((item) => ({ item, place: dice(1_000_000) }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
