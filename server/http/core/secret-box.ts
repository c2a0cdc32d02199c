import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets in the database, with a key derived from the token secret. */
export class SecretBox {
  readonly #key: Buffer;

  constructor(tokenSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', tokenSecret, '', 'pola secrets in the database', 32));
  }

  /** Encrypts a text. Decrypting it needs the same `owner`, so that a row cannot be copied to another owner. */
  close(text: string, owner: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Decrypts a text. Returns undefined if the key or the owner is wrong, or if the text was changed. */
  open(closed: string, owner: string): string | undefined {
    const bytes = Buffer.from(closed, 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
      const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
      return text.toString('utf8');
    } catch {
      return undefined;
    }
  }
}
