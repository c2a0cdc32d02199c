/** Sizes and places on the plan are whole units of the drawing. A stall that the rule places is 8 by 6 units. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

const STALL_SIZE = { width: 8, height: 6 };
/** The largest coordinate and the largest side of a rectangle on the plan. */
export const MOST_UNITS = 20_000;

/** The free strip between two blocks, and between two pairs of rows, for people and lorries. */
const AISLE = 7;
/** The strip left of each row for its label. */
const LABEL_WIDTH = 12;
/** The proportion of a sheet in landscape, for which the rule chooses the length of rows. */
const SHEET_PROPORTION = Math.SQRT2;
const LONGEST_ROW = 60;
/** Where the rule begins, so that entrances and labels have room left and above. */
const ORIGIN = { x: 16, y: 14 };

export interface PlacedStall extends Rectangle {
  shopId: string;
  /** False for a stall that the rule places. */
  isCorrected: boolean;
}

/** The label of a row that the rule made, left of its first stall. */
export interface RowLabel {
  text: string;
  x: number;
  y: number;
}

export interface LaidOut {
  stalls: PlacedStall[];
  rows: RowLabel[];
}

interface ReadId {
  shopId: string;
  block: string;
  /** The digits without zeros before them; empty for an id without a number. */
  number: string;
  rest: string;
}

/** Reads `A-07b` as block A, number 7, rest B. The last number of an id counts, so that `B2-07` is in block B2. */
export function readShopId(shopId: string): ReadId {
  const text = shopId.trim().toUpperCase();
  const read = /^(.*?)-*0*(\d+)([^0-9]*)$/.exec(text);
  if (!read) return { shopId, block: '', number: '', rest: text };
  const [, block = '', number = '', rest = ''] = read;
  return { shopId, block, number, rest };
}

/**
 * Lays out the stalls by their ids: a block for the letters before the number, in rows by number. Corrected stalls have
 * their own place. A stall whose place by the rule is taken goes into a row below everything. No two stalls overlap,
 * unless two corrected ones do. `top` is the first free line below the picture.
 */
export function layOut(
  shopIds: readonly string[],
  corrected: ReadonlyMap<string, Rectangle>,
  { top = 0 }: { top?: number } = {},
): LaidOut {
  const byRule = layOutByRule(shopIds, top);
  const fixed = [...corrected].map(([shopId, rectangle]) => ({ shopId, ...rectangle, isCorrected: true }));
  const isTaken = (rectangle: Rectangle) => fixed.some((one) => overlaps(one, rectangle));
  const free = byRule.stalls.filter((stall) => !corrected.has(stall.shopId) && !isTaken(stall));
  const crowded = byRule.stalls.filter((stall) => !corrected.has(stall.shopId) && isTaken(stall));
  const placed = [...fixed, ...free];
  const bottom = Math.max(top, ...placed.map(({ y, height }) => y + height)) + AISLE;
  const below = crowded.map((stall, at) => ({
    ...stall,
    x: LABEL_WIDTH + (at % LONGEST_ROW) * STALL_SIZE.width,
    y: bottom + Math.floor(at / LONGEST_ROW) * STALL_SIZE.height,
  }));
  const shown = new Set(free.map(({ y, x }) => `${x} ${y}`));
  return {
    stalls: [...placed, ...below],
    rows: byRule.rows.filter(({ places }) => places.some((place) => shown.has(place))).map(({ label }) => label),
  };
}

/** Returns true if two rectangles have more than an edge in common. */
export function overlaps(one: Rectangle, other: Rectangle): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

interface Block {
  name: string;
  ids: ReadId[];
}

interface RuleRow {
  label: RowLabel;
  /** The corners of the stalls of the row. */
  places: string[];
}

interface RuleLayout {
  stalls: PlacedStall[];
  rows: RuleRow[];
}

/** The number of stalls in the longest row, and of blocks beside each other. */
interface Shape {
  rowLength: number;
  side: number;
}

const SIDES = [1, 2, 3, 4, 6, 8, 12, 20];

function layOutByRule(shopIds: readonly string[], top: number): RuleLayout {
  const blocks = listBlocks(shopIds);
  const longest = Math.min(LONGEST_ROW, Math.max(1, ...blocks.map(({ ids }) => ids.length)));
  let best: { shape: Shape; misfit: number } | undefined;
  for (let rowLength = Math.min(6, longest); rowLength <= longest; rowLength += 1) {
    for (const side of SIDES) {
      const shape = { rowLength, side };
      const misfit = misfitOf(blocks, shape);
      if (!best || misfit < best.misfit) best = { shape, misfit };
    }
  }
  const layout: RuleLayout = { stalls: [], rows: [] };
  const y = top === 0 ? ORIGIN.y : top + AISLE;
  if (!best) return layout;
  const { shape } = best;
  stackBlocks(blocks, shape, (block, corner) => {
    const placed = placeBlock(block, shape, { x: ORIGIN.x + corner.x, y: y + corner.y });
    layout.stalls.push(...placed.stalls);
    layout.rows.push(...placed.rows);
  });
  return layout;
}

/** Returns how far the proportion of the drawing is from that of a sheet. */
function misfitOf(blocks: readonly Block[], shape: Shape): number {
  const { width, height } = stackBlocks(blocks, shape, () => undefined);
  return Math.abs(Math.log(width / Math.max(1, height) / SHEET_PROPORTION));
}

function listBlocks(shopIds: readonly string[]): Block[] {
  const byName = new Map<string, ReadId[]>();
  for (const shopId of shopIds) {
    const read = readShopId(shopId);
    const known = byName.get(read.block);
    if (known) known.push(read);
    else byName.set(read.block, [read]);
  }
  return [...byName]
    .map(([name, ids]) => ({ name, ids: ids.sort(compareIds) }))
    .sort((one, other) => compareNames(one.name, other.name));
}

/** Blocks are in natural order; ids without letters come last. */
function compareNames(one: string, other: string): number {
  if (one === '' || other === '') return (one === '' ? 1 : 0) - (other === '' ? 1 : 0);
  return natural.compare(one, other);
}

const natural = new Intl.Collator('en', { numeric: true });

/** Numbers of up to 20 digits are compared as text, because they are larger than a number can be. */
function compareIds(one: ReadId, other: ReadId): number {
  return (
    (one.number === '' ? 1 : 0) - (other.number === '' ? 1 : 0) ||
    one.number.length - other.number.length ||
    compareTexts(one.number, other.number) ||
    compareTexts(one.rest, other.rest) ||
    compareTexts(one.shopId, other.shopId)
  );
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

interface Corner {
  x: number;
  y: number;
}

/** Finds a place for each block: `side` blocks beside each other, then the next ones below them. Returns the size. */
function stackBlocks(
  blocks: readonly Block[],
  shape: Shape,
  place: (block: Block, corner: Corner) => void,
): { width: number; height: number } {
  let widest = 0;
  let y = 0;
  for (let from = 0; from < blocks.length; from += shape.side) {
    let x = 0;
    let deepest = 0;
    for (const block of blocks.slice(from, from + shape.side)) {
      place(block, { x, y });
      const { length, rowCount } = rowsOf(block, shape);
      x += LABEL_WIDTH + length * STALL_SIZE.width + AISLE;
      deepest = Math.max(deepest, lineOf(rowCount - 1) + STALL_SIZE.height);
    }
    widest = Math.max(widest, x - AISLE);
    y += deepest + AISLE;
  }
  return { width: widest, height: y - AISLE };
}

/** The rows of a block have about the same length. */
function rowsOf({ ids }: Block, { rowLength }: Shape): { length: number; rowCount: number } {
  const length = Math.ceil(ids.length / Math.ceil(ids.length / rowLength));
  return { length, rowCount: Math.ceil(ids.length / length) };
}

/** Returns where a row begins in its block. Rows are in pairs, back to back. */
function lineOf(row: number): number {
  return row * STALL_SIZE.height + Math.floor(row / 2) * AISLE;
}

function placeBlock(block: Block, shape: Shape, { x, y }: Corner): RuleLayout {
  const layout: RuleLayout = { stalls: [], rows: [] };
  const { length, rowCount } = rowsOf(block, shape);
  for (let row = 0; row < rowCount; row += 1) {
    const line = y + lineOf(row);
    const inRow = block.ids.slice(row * length, (row + 1) * length);
    const stalls = inRow.map(({ shopId }, at) => ({
      shopId,
      ...STALL_SIZE,
      x: x + LABEL_WIDTH + at * STALL_SIZE.width,
      y: line,
      isCorrected: false,
    }));
    layout.stalls.push(...stalls);
    const label = { text: nameRow(inRow), x: x + LABEL_WIDTH - 1, y: line + STALL_SIZE.height / 2 };
    layout.rows.push({ label, places: stalls.map((stall) => `${stall.x} ${stall.y}`) });
  }
  return layout;
}

/** Writes `A 1–8`. A row of ids without numbers is named by its first and last id. */
function nameRow(ids: readonly ReadId[]): string {
  const first = ids[0];
  const last = ids.at(-1);
  if (!first || !last) return '';
  const name = (id: ReadId) => (id.number === '' ? id.rest : `${id.number}${id.rest}`);
  const numbers = first === last ? name(first) : `${name(first)}–${name(last)}`;
  return `${first.block} ${numbers}`.trim();
}

/** Returns the smallest rectangle around all others; empty without any. */
export function boundsOf(rectangles: readonly Rectangle[]): Rectangle {
  if (rectangles.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const x = Math.min(...rectangles.map((one) => one.x));
  const y = Math.min(...rectangles.map((one) => one.y));
  const right = Math.max(...rectangles.map((one) => one.x + one.width));
  const bottom = Math.max(...rectangles.map((one) => one.y + one.height));
  return { x, y, width: right - x, height: bottom - y };
}
