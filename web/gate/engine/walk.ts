import { addDays, dayOf, type Instant, instantOf } from '#billing/calendar.ts';
import type { WalkState } from '#contract/words.ts';
import { newKey, newUuid } from '#web/ui/form/use-form-key.ts';
import type { QueueEntry, WalkEntry, WalkList } from './entries.ts';
import type { GateStore } from './gate-store.ts';
import type { GateActor } from './queue.ts';

export interface WalkInput {
  shop: string;
  seen: WalkState;
  note: string;
  /** As JPEG in base64. */
  picture: string | null;
}

const SENT_DAYS = 3;
/** Pictures that wait take about 200 KB each. */
const MOST_PICTURES = 60;

/** Thrown when too many pictures wait on the phone. */
export class TooManyPictures extends Error {}

/** Stores what was seen at a stall, to be sent like tickets. Removes what was sent days ago. */
export function queueWalk(store: GateStore, input: WalkInput, { by, email, at }: GateActor): Promise<void> {
  return store.change(async (state) => {
    const walks = (await state.entries()).filter(isWalk);
    const pictures = walks.filter(({ picture, state: sending }) => picture !== null && sending === 'waiting');
    if (input.picture !== null && pictures.length >= MOST_PICTURES) throw new TooManyPictures();
    const oldest = addDays(dayOf(at), -SENT_DAYS);
    for (const walk of walks) if (walk.state === 'sent' && dayOf(walk.at) < oldest) await state.remove(walk.order);
    await state.add({
      what: 'walk',
      key: newKey(),
      entryKey: newUuid(),
      by,
      ...(email !== undefined && { email }),
      at,
      shiftId: '',
      state: 'waiting',
      refusal: null,
      ...input,
    });
  });
}

function isWalk(entry: QueueEntry): entry is WalkEntry {
  return entry.what === 'walk';
}

export interface SeenStall {
  state: WalkState;
  at: Instant;
}

/** Returns what was seen last today at each stall: by this phone, or by anybody when the list was loaded. */
export function seenToday(
  { stalls }: WalkList,
  entries: readonly QueueEntry[],
  now: Instant,
): ReadonlyMap<string, SeenStall> {
  const today = dayOf(now);
  const seen = new Map<string, SeenStall>();
  const note = (shop: string, one: SeenStall) => {
    const known = seen.get(shop);
    if (dayOf(one.at) === today && (!known || known.at <= one.at)) seen.set(shop, one);
  };
  for (const { shop_id, seen: found } of stalls)
    if (found) note(shop_id, { state: found.state, at: instantOf(Date.parse(found.seen_at)) });
  for (const entry of entries)
    if (isWalk(entry) && entry.state !== 'refused' && entry.state !== 'told')
      note(entry.shop, { state: entry.seen, at: entry.at });
  return seen;
}
