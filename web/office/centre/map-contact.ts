import type { Sending } from '#contract/call.ts';
import type { CentreContact, centre } from '#contract/centre.ts';

/** Phone numbers are entered one per line, figures as text. */
export type ContactValues = Omit<CentreContact, 'officePhones' | 'branchPhones' | 'latitude' | 'longitude'> & {
  officePhones: string;
  branchPhones: { branch: CentreContact['name']; phones: string }[];
  latitude: number | string;
  longitude: number | string;
};

export function contactValuesOf(contact: CentreContact): ContactValues {
  return {
    ...contact,
    officePhones: contact.officePhones.join('\n'),
    branchPhones: contact.branchPhones.map(({ branch, phones }) => ({ branch, phones: phones.join('\n') })),
  };
}

export function contactBodyOf(values: ContactValues): Sending<typeof centre.setContact>['body'] {
  return {
    ...values,
    officePhones: linesOf(values.officePhones),
    branchPhones: values.branchPhones.map(({ branch, phones }) => ({ branch, phones: linesOf(phones) })),
    latitude: values.latitude as number,
    longitude: values.longitude as number,
  };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
