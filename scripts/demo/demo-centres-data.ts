import type { Language } from '#contract/languages.ts';

export interface DemoCentre {
  seed: number;
  /** Kilometres by road from the market of the demo. */
  km: number;
  facts: {
    name: Record<Language, string>;
    place: Record<Language, string>;
    latitude: number;
    longitude: number;
    dataLicence: string;
  };
}

export interface StartedCentre {
  address: string;
  key: string;
  name: Record<Language, string>;
  km: number;
}

const dataLicence = 'https://creativecommons.org/licenses/by/4.0/';

/** The other markets of `npm run demo -- centres`. Their prices are made up. */
export const demoCentres: readonly DemoCentre[] = [
  {
    seed: 2101,
    km: 165,
    facts: {
      name: { en: 'Keppetipola (example)', si: 'කැප්පෙටිපොල (උදාහරණ)', ta: 'கெப்பெட்டிபொல (உதாரணம்)' },
      place: { en: 'Keppetipola', si: 'කැප්පෙටිපොල', ta: 'கெப்பெட்டிபொல' },
      latitude: 6.88,
      longitude: 80.89,
      dataLicence,
    },
  },
  {
    seed: 2102,
    km: 140,
    facts: {
      name: { en: 'Meegoda (example)', si: 'මීගොඩ (උදාහරණ)', ta: 'மீகொட (உதாரணம்)' },
      place: { en: 'Meegoda', si: 'මීගොඩ', ta: 'மீகொட' },
      latitude: 6.84,
      longitude: 80.04,
      dataLicence,
    },
  },
  {
    seed: 2103,
    km: 45,
    facts: {
      name: { en: 'Thambuththegama (example)', si: 'තඹුත්තේගම (උදාහරණ)', ta: 'தம்புத்தேகம (உதாரணம்)' },
      place: { en: 'Thambuththegama', si: 'තඹුත්තේගම', ta: 'தம்புத்தேகம' },
      latitude: 8.15,
      longitude: 80.3,
      dataLicence,
    },
  },
];
