import type { DatasetDescription } from './describe-dataset.ts';

/** The market's own, else its terms of use. */
export function licenceOf({ centre, site }: DatasetDescription): string | undefined {
  if (centre.dataLicence !== '') return centre.dataLicence;
  return site === '' ? undefined : `${site}/open-data`;
}
