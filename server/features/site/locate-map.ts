import type { Config } from '../../config.ts';

/** Half the height and width of the map, in degrees: streets around the market, some 2 km across. */
const REACH = { latitude: 0.007, longitude: 0.01 };

/**
 * The address of the map around the centre, as OpenStreetMap's embedded map takes it: the frame from west to north, and
 * a mark on the market. A reader's browser asks for it only when the reader does.
 */
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
