import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import path from 'node:path';
import { findSecret, loadSecret } from '../data-folder.ts';
import { IssuedNumbers } from '../storage/issued-numbers.ts';

export interface AuditKeyPlace {
  dataDir: string;
  /** A file to use instead of `audit-key` in the data folder. */
  auditKeyFile?: string | undefined;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const LINK_BYTES = 16;

/** The key that signs audit entries and seals, and encrypts stored secrets. It is never stored in the database. */
export class AuditKey {
  readonly #key: KeyObject;
  readonly id: string;
  #linkKey: Buffer | undefined;

  constructor(secret: string) {
    this.#key = createSecretKey(secret, 'utf8');
    this.id = this.sign('key id').slice(0, 12);
  }

  sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('hex');
  }

  /** Returns the seal of a text: the first 128 bits of its MAC. */
  seal(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest().subarray(0, 16).toString('base64url');
  }

  /** Signs the link of a tenant's page. Its key is another one, so that no link is ever a seal. */
  signLink(text: string): string {
    this.#linkKey ??= Buffer.from(hkdfSync('sha256', this.#key, '', 'pola links of tenants', 32));
    return createHmac('sha256', this.#linkKey).update(text).digest().subarray(0, LINK_BYTES).toString('base64url');
  }

  /** Encrypts a secret with AES-256-GCM, so that a backup of the database does not reveal it. */
  encrypt(text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#secretKey(), nonce);
    const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url');
  }

  decrypt(hidden: string): string | undefined {
    const bytes = Buffer.from(hidden, 'base64url');
    try {
      const cipher = createDecipheriv('aes-256-gcm', this.#secretKey(), bytes.subarray(0, NONCE_BYTES));
      cipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + cipher.final('utf8');
    } catch {
      return undefined;
    }
  }

  #secretKey(): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#key, '', 'pola stored secrets', 32));
  }
}

function auditKeyFileOf({ dataDir, auditKeyFile }: AuditKeyPlace): string {
  return auditKeyFile ?? path.join(dataDir, 'audit-key');
}

/** The audit key and the last document numbers issued. Both are stored outside the database. */
export class AuditKeyring {
  readonly file: string;
  readonly numbers: IssuedNumbers;
  #key: AuditKey | undefined;

  constructor(place: AuditKeyPlace) {
    this.file = auditKeyFileOf(place);
    this.numbers = new IssuedNumbers(place);
  }

  find(): AuditKey | undefined {
    const secret = this.#key ? undefined : readSecret(this.file);
    if (secret !== undefined) this.#key = new AuditKey(secret);
    return this.#key;
  }

  forget(): void {
    this.#key = undefined;
  }

  findOrMake(): AuditKey {
    if (this.find() === undefined) loadSecret(this.file);
    const key = this.find();
    if (!key) throw new Error(`the audit key ${this.file} could not be created`);
    return key;
  }
}

function readSecret(file: string): string | undefined {
  const secret = findSecret(file);
  if (secret !== undefined && secret.length < 32)
    throw new Error(`the audit key ${file} is damaged: put it back from a safe copy`);
  return secret;
}
