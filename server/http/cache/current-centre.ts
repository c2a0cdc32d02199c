import { type Centre, type CentreContact, centreSchema, contactOf, fillTranslations } from '#contract/centre.ts';

export const CENTRE = 'centre';

export interface StoredCentre {
  facts: Centre;
  /** The SHA-256 of the file from which the details were read; null for the example. */
  file: string | null;
}

export function parseCentre(value: string): StoredCentre {
  const { facts, file } = JSON.parse(value) as StoredCentre;
  return { facts: centreSchema.parse(facts), file };
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
