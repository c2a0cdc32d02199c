import { timingSafeEqual } from 'node:crypto';
import { takeTurns } from '../../turns.ts';

/**
 * Checks passwords against bcrypt hashes imported from another system. Node has no bcrypt. The first sign-in of an
 * account replaces its hash, so this code need not be fast.
 */

const FORM = /^\$2[aby]\$(\d\d)\$([./A-Za-z\d]{22})([./A-Za-z\d]{31})$/;
/** A hash of cost 14 takes two seconds of processor time. */
const HIGHEST_COST = 14;
const MOST_PASSWORD_BYTES = 72;
const LETTERS = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const MESSAGE = 'OrpheanBeholderScryDoubt';
const HASH_BYTES = 23;
const SUBKEYS = 18;
const BOX = 256;
const WORDS = SUBKEYS + 4 * BOX;

export function isBcrypt(hash: string): boolean {
  return FORM.test(hash);
}

/** Returns whether the password matches. An unreadable hash matches no password. */
export async function verifyBcrypt(hash: string, password: string): Promise<boolean> {
  const [, cost = '', salt = '', digest = ''] = FORM.exec(hash) ?? [];
  if (digest === '' || Number(cost) < 4 || Number(cost) > HIGHEST_COST) return false;
  const key = Buffer.from(`${password}\0`).subarray(0, MOST_PASSWORD_BYTES);
  const actual = await derive(key, decode(salt, 16), Number(cost));
  return timingSafeEqual(actual, decode(digest, HASH_BYTES));
}

/** Decodes bcrypt's variant of base64, whose alphabet has another order. */
function decode(text: string, bytes: number): Buffer {
  let bits = 0n;
  for (const letter of text) bits = bits * 64n + BigInt(LETTERS.indexOf(letter));
  const surplus = text.length * 6 - bytes * 8;
  return Buffer.from((bits >> BigInt(surplus)).toString(16).padStart(bytes * 2, '0'), 'hex');
}

async function derive(key: Buffer, salt: Buffer, cost: number): Promise<Buffer> {
  const cipher = new Blowfish();
  cipher.expand(key, salt);
  for (let round = 0; round < 2 ** cost; round += 1) {
    cipher.expand(key);
    cipher.expand(salt);
    await takeTurns();
  }
  const block = Buffer.from(MESSAGE);
  for (let at = 0; at < block.length; at += 8) {
    const pair = Int32Array.of(block.readInt32BE(at), block.readInt32BE(at + 4));
    for (let time = 0; time < 64; time += 1) cipher.encipher(pair);
    block.writeInt32BE(pair[0] ?? 0, at);
    block.writeInt32BE(pair[1] ?? 0, at + 4);
  }
  return block.subarray(0, HASH_BYTES);
}

class Blowfish {
  /** The subkeys, followed by the four S-boxes. */
  readonly #words = Int32Array.from(digitsOfPi());

  /**
   * Runs the key schedule of Blowfish. With a salt, its words are mixed into each block before the block is encrypted.
   */
  expand(key: Buffer, salt?: Buffer): void {
    const words = this.#words;
    for (let at = 0; at < SUBKEYS; at += 1) words[at] = (words[at] ?? 0) ^ wordAt(key, at * 4);
    const pair = new Int32Array(2);
    for (let at = 0; at < WORDS; at += 2) {
      if (salt) {
        pair[0] = (pair[0] ?? 0) ^ wordAt(salt, at * 4);
        pair[1] = (pair[1] ?? 0) ^ wordAt(salt, at * 4 + 4);
      }
      this.encipher(pair);
      words[at] = pair[0] ?? 0;
      words[at + 1] = pair[1] ?? 0;
    }
  }

  encipher(pair: Int32Array): void {
    const words = this.#words;
    let left = pair[0] as number;
    let right = pair[1] as number;
    for (let round = 0; round < 16; round += 1) {
      left ^= words[round] as number;
      const first =
        (words[SUBKEYS + (left >>> 24)] as number) + (words[SUBKEYS + BOX + ((left >>> 16) & 255)] as number);
      const mixed =
        (first ^ (words[SUBKEYS + 2 * BOX + ((left >>> 8) & 255)] as number)) +
        (words[SUBKEYS + 3 * BOX + (left & 255)] as number);
      const next = right ^ mixed;
      right = left;
      left = next;
    }
    pair[0] = right ^ (words[17] as number);
    pair[1] = left ^ (words[16] as number);
  }
}

/** Returns four bytes of the key as if the key were repeated endlessly. */
function wordAt(key: Buffer, from: number): number {
  let word = 0;
  for (let at = from; at < from + 4; at += 1) word = (word << 8) | (key[at % key.length] ?? 0);
  return word;
}

let digits: number[] | undefined;

/** Returns the first binary digits of pi after the point as 32-bit words. Blowfish uses them as its initial state. */
function digitsOfPi(): number[] {
  if (digits) return digits;
  const guard = 64n;
  const one = 1n << (BigInt(WORDS * 32) + guard);
  // Machin: pi = 16 arctan(1/5) - 4 arctan(1/239).
  const fraction = (16n * inverseTangent(one, 5n) - 4n * inverseTangent(one, 239n) - 3n * one) >> guard;
  const hex = fraction.toString(16).padStart(WORDS * 8, '0');
  digits = Array.from({ length: WORDS }, (_, at) => Number.parseInt(hex.slice(at * 8, at * 8 + 8), 16));
  return digits;
}

function inverseTangent(one: bigint, of: bigint): bigint {
  let power = one / of;
  let sum = power;
  for (let divisor = 3n, sign = -1n; power !== 0n; divisor += 2n, sign = -sign) {
    power /= of * of;
    sum += (sign * power) / divisor;
  }
  return sum;
}
