import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { elapsedMs } from './clock.ts';

const SLICE_MS = 5;

let turnBeganMs = 0;

/** Resolves immediately if the current turn of the event loop began recently, otherwise in the next turn. */
export async function takeTurns(): Promise<void> {
  if (elapsedMs() - turnBeganMs < SLICE_MS) return;
  await yieldToEventLoop();
  turnBeganMs = elapsedMs();
}
