import type { DatasetDescription } from './describe-dataset.ts';

/** Returns the address of the licence: the market's own, else its terms of use, which have one with a public address. */
export function licenceOf({ centre, site }: DatasetDescription): string | undefined {
  if (centre.dataLicence !== '') return centre.dataLicence;
  return site === '' ? undefined : `${site}/open-data`;
}
