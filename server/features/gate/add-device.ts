import type { Act } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { noteEvent } from '../audit/write-audit.ts';
import { presentLetters } from './present.ts';
import { insertDevice } from './queries.ts';

/** Gives a phone letters that no other phone ever had or gets, so that its numbers are its own. */
export async function addDevice(tx: Writer, act: Act): Promise<string> {
  const letters = presentLetters(await insertDevice(tx, act));
  await noteEvent(tx, act, { type: 'Gate Phone Added', description: `Gate phone ${letters}`, newValue: letters });
  return letters;
}
