import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import path from 'node:path';
import { findSecret, loadSecret } from '../data-folder.ts';

export interface AuditKeyPlace {
  dataDir: string;
  /** Instead of `audit-key` in the data folder. */
  auditKeyFile?: string | undefined;
}

/** The key of audit entries and seals. It is never stored in the database. */
export class AuditKey {
  readonly #key: KeyObject;
  readonly id: string;

  constructor(secret: string) {
    this.#key = createSecretKey(secret, 'utf8');
    this.id = this.sign('key id').slice(0, 12);
  }

  /** HMAC-SHA256, hexadecimal. */
  sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('hex');
  }

  /** The first 128 bits, for a row or a table of a ledger. */
  seal(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest().subarray(0, 16).toString('base64url');
  }
}

function auditKeyFileOf({ dataDir, auditKeyFile }: AuditKeyPlace): string {
  return auditKeyFile ?? path.join(dataDir, 'audit-key');
}

export class AuditKeyring {
  readonly file: string;
  #key: AuditKey | undefined;

  constructor(place: AuditKeyPlace) {
    this.file = auditKeyFileOf(place);
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
