import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/**
 * Waits until the event loop has handled what arrived meanwhile. The first `setImmediate` is still part of the turn in
 * which an answer of the network, the disk or a thread was received.
 */
export async function nextTurn(): Promise<void> {
  await yieldToEventLoop();
  await yieldToEventLoop();
}

/** A longer body is joined and parsed in separate turns, because new memory costs up to 5 ms a megabyte. */
export const ONE_TURN_LENGTH = 256 * 1024;

const ITEMS_A_TURN = 2000;

/** Maps a list of any length. Other requests are handled after every 2,000 items. */
export async function mapInTurns<Item, Made>(
  items: readonly Item[],
  make: (item: Item, at: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [at, item] of items.entries()) {
    if (at % ITEMS_A_TURN === ITEMS_A_TURN - 1) await yieldToEventLoop();
    made.push(make(item, at));
  }
  return made;
}
