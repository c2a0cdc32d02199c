import { places } from '#contract/places.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { HeldPlaces } from './held-places.ts';

export function placeRoutes(app: AppContext): void {
  const held = new HeldPlaces();
  endpoint(app, places.now, () => app.database.snapshot((db) => held.read(db)));
}
