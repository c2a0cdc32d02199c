import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { limitWork } from '../../limit-work.ts';
import { loadOnce } from '../../load-part.ts';
import { isBcrypt, verifyBcrypt } from './verify-bcrypt.ts';

const compute = promisify(argon2);
/** At most two hashes are computed at a time, because each takes 19 MiB and about 40 ms of processor time. */
const inTurn = limitWork({ running: 2, waiting: 50 });
const derive = (...given: Parameters<typeof compute>) => inTurn(() => compute(...given));
/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const COST: HashCost = { memory: 19_456, passes: 2 };
const FIXED = { parallelism: 1, tagLength: 32 };
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

interface HashCost {
  /** The memory in KiB. */
  memory: number;
  passes: number;
}

/** Returns the hash as a PHC string, computed off the main thread. */
export type HashPassword = (password: string) => Promise<string>;

export function hashAtCost({ memory, passes }: HashCost): HashPassword {
  return async (password) => {
    const nonce = randomBytes(16);
    const tag = await derive('argon2id', { message: password, nonce, memory, passes, ...FIXED });
    return `$argon2id$v=19$m=${memory},t=${passes},p=${FIXED.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
  };
}

export const hashPassword = hashAtCost(COST);

/** Returns whether the password matches. An unreadable hash matches no password. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  if (isBcrypt(hash)) return inTurn(() => verifyBcrypt(hash, password));
  const parts = PHC.exec(hash);
  if (!parts) return false;
  const [, memory, passes, parallelism, nonce = '', tag = ''] = parts;
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

const COMMONEST = 10_000;
/** Loads the common passwords on first use, because loading them earlier would slow down startup. */
const loadCommon = loadOnce('common passwords', async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, COMMONEST));
});

/**
 * Returns true for the 10,000 most common passwords, even with digits and punctuation around them, for repetitions of
 * the product's name, and for the email or its part before the @.
 */
export async function isWeakPassword(password: string, email: string): Promise<boolean> {
  const commonest = await loadCommon();
  const folded = password.toLowerCase();
  const bare = folded.replaceAll(/[^\p{Letter}\p{Mark}]/gu, '');
  const [account = ''] = email.toLowerCase().split('@');
  return (
    commonest.has(folded) || commonest.has(bare) || /^(pola)+$/.test(bare) || folded === email || folded === account
  );
}
