import type { AppContext } from '../../http/core/app-context.ts';

/** Degrees: about 2 km. */
const REACH = { latitude: 0.007, longitude: 0.01 };

export function locateMap({ config, centre }: Pick<AppContext, 'config' | 'centre'>): string {
  const { latitude, longitude } = centre.facts;
  const frame = [
    longitude - REACH.longitude,
    latitude - REACH.latitude,
    longitude + REACH.longitude,
    latitude + REACH.latitude,
  ];
  const address = new URL(config.mapUrl);
  address.searchParams.set('bbox', frame.map((degrees) => degrees.toFixed(5)).join(','));
  address.searchParams.set('layer', 'mapnik');
  address.searchParams.set('marker', `${latitude},${longitude}`);
  return address.href;
}
