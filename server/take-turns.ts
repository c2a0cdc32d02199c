import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { elapsedMs } from './clock.ts';

const SLICE_MS = 5;

let turnBeganMs = 0;

/** Resolves immediately, or in the next turn of the event loop when the current turn has lasted long enough. */
export async function takeTurns(): Promise<void> {
  if (elapsedMs() - turnBeganMs < SLICE_MS) return;
  await yieldToEventLoop();
  turnBeganMs = elapsedMs();
}
