import type { DatasetDescription } from './describe-dataset.ts';

/** Returns the market's own licence, otherwise its terms of use. */
export function licenceOf({ centre, site }: DatasetDescription): string | undefined {
  if (centre.dataLicence !== '') return centre.dataLicence;
  return site === '' ? undefined : `${site}/open-data`;
}
