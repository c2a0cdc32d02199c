import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { elapsedMs } from './clock.ts';

const SLICE_MS = 5;

let turnBeganMs = 0;

/**
 * Resolves immediately if the current turn of the event loop began recently, otherwise in the next turn. Every loop over
 * rows, lines or items of any number calls it, so that other requests are handled in between.
 */
export async function takeTurns(): Promise<void> {
  if (elapsedMs() - turnBeganMs < SLICE_MS) return;
  await yieldToEventLoop();
  turnBeganMs = elapsedMs();
}

/**
 * Waits until the event loop has handled what arrived meanwhile: before a step that takes long and cannot be divided.
 * The first `setImmediate` is still part of the turn in which an answer of the network, the disk or a thread was
 * received.
 */
export async function nextTurn(): Promise<void> {
  await yieldToEventLoop();
  await yieldToEventLoop();
}

/** A longer body is joined and parsed in separate turns, because new memory costs up to 5 ms a megabyte. */
export const ONE_TURN_LENGTH = 256 * 1024;

const ITEMS_A_LOOK = 100;

/** Collects the items of a generator, which yields undefined in between. Other requests are handled meanwhile. */
export async function collectInTurns<Item>(items: Iterable<Item | undefined>): Promise<Item[]> {
  const collected: Item[] = [];
  let steps = 0;
  for (const item of items) {
    if (steps % ITEMS_A_LOOK === 0) await takeTurns();
    if (item !== undefined) collected.push(item);
    steps += 1;
  }
  return collected;
}

/** Maps a list of any length. Other requests are handled in between. */
export async function mapInTurns<Item, Made>(
  items: readonly Item[],
  make: (item: Item, at: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [at, item] of items.entries()) {
    if (at % ITEMS_A_LOOK === 0) await takeTurns();
    made.push(make(item, at));
  }
  return made;
}
