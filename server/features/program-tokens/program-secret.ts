import { createHash, randomBytes } from 'node:crypto';
import { PROGRAM_TOKEN_PREFIX } from '#contract/program-tokens.ts';

const TOKEN_BYTES = 32;

export function drawProgramToken(): string {
  return `${PROGRAM_TOKEN_PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

export function hashProgramToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
