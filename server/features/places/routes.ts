import { places } from '#contract/places.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { HeldPlaces } from './held-places.ts';
import { loadOwnWord } from './own-word.ts';

export function placeRoutes(app: AppContext): void {
  const held = new HeldPlaces();
  endpoint(app, places.now, () =>
    app.database.snapshot(async (db) => ({ ...(await held.read(db)), by_own_word: await loadOwnWord(db) })),
  );
}
