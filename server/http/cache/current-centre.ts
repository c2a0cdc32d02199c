import { z } from 'zod';
import { type Centre, type CentreContact, centreSchema, contactOf, fillTranslations } from '#contract/centre.ts';

export const CENTRE = 'centre';

export interface StoredCentre {
  facts: Centre;
  /** The SHA-256 of the file from which the details were read; null if they are the example details. */
  file: string | null;
}

export const storedCentre: z.ZodType<StoredCentre> = z.object({
  facts: centreSchema.transform(withoutInvented),
  file: z.string().nullable().default(null),
});

export function parseCentre(value: string): StoredCentre {
  return storedCentre.parse(JSON.parse(value));
}

/**
 * Example details that earlier releases stored at the first start. Nobody entered them, so they are treated as empty.
 */
const INVENTED = new Set([
  '000 000 1999',
  '000 000 0001',
  '000 000 0002',
  '000 000 0003',
  '000 000 0004',
  '000 000 0005',
  'office@pola.example',
  'https://facebook.example/pola',
  'https://youtube.example/pola',
  'Example State Bank, current account 0000-0000-0000, Dambulla branch',
  '000000000-0000 (example)',
]);
const INVENTED_ADDRESS = 'Example Road, Dambulla, Sri Lanka';

function withoutInvented(facts: Centre): Centre {
  const entered = (text: string) => (INVENTED.has(text) ? '' : text);
  const isEntered = (text: string) => !INVENTED.has(text);
  return {
    ...facts,
    address: facts.address.en === INVENTED_ADDRESS ? { en: '', si: '', ta: '' } : facts.address,
    hotline: entered(facts.hotline),
    officePhones: facts.officePhones.filter(isEntered),
    branchPhones: facts.branchPhones.filter(({ phones }) => phones.every(isEntered)),
    email: entered(facts.email),
    socialLinks: facts.socialLinks.filter(({ url }) => isEntered(url)),
    bankText: entered(facts.bankText),
    vatRegistration: entered(facts.vatRegistration),
  };
}

/** The details of the centre as of the cache version, with every text in three languages. */
export class CurrentCentre {
  readonly first: Centre;
  #value: string | undefined;
  #facts: Centre;
  #contact: CentreContact;

  constructor(first: Centre) {
    this.first = first;
    this.#facts = fillTranslations(first);
    this.#contact = contactOf(this.#facts);
  }

  get facts(): Centre {
    return this.#facts;
  }

  get contact(): CentreContact {
    return this.#contact;
  }

  show(value: string | undefined): void {
    if (value === undefined || value === this.#value) return;
    this.#facts = fillTranslations(parseCentre(value).facts);
    this.#contact = contactOf(this.#facts);
    this.#value = value;
  }
}
