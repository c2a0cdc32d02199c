import type { Config } from '../../config.ts';

/** Degrees: about 2 km. */
const REACH = { latitude: 0.007, longitude: 0.01 };

/** OpenStreetMap's embedded map. The reader's browser loads it on request. */
export function locateMap({ mapUrl, centre: { latitude, longitude } }: Pick<Config, 'mapUrl' | 'centre'>): string {
  const frame = [
    longitude - REACH.longitude,
    latitude - REACH.latitude,
    longitude + REACH.longitude,
    latitude + REACH.latitude,
  ];
  const address = new URL(mapUrl);
  address.searchParams.set('bbox', frame.map((degrees) => degrees.toFixed(5)).join(','));
  address.searchParams.set('layer', 'mapnik');
  address.searchParams.set('marker', `${latitude},${longitude}`);
  return address.href;
}
