import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Instant } from '#billing/calendar.ts';
import type { Role } from '#contract/roles.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'pola';
const AUDIENCE = 'pola-api';

/** The claims of a token. Only the session id is trusted; the rest is for clients that read it. */
export interface TokenClaims {
  sessionId: string;
  adminId: number;
  email: string;
  role: Role;
}

/** Signs and reads tokens, which are JWTs signed with one secret. */
export class TokenIssuer {
  readonly #key: KeyObject;

  constructor(secret: string) {
    this.#key = createSecretKey(Buffer.from(secret, 'utf8'));
  }

  issue(claims: TokenClaims, issuedAt: Instant, lifetimeSeconds: number): Promise<string> {
    const issued = Math.floor(Date.parse(issuedAt) / 1000);
    return new SignJWT({ role: claims.role, email: claims.email, adminId: claims.adminId })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setJti(claims.sessionId)
      .setIssuedAt(issued)
      .setNotBefore(issued)
      .setExpirationTime(issued + lifetimeSeconds)
      .sign(this.#key);
  }

  /** Returns the session id; undefined when the token is malformed, forged, altered, expired or not yet valid. */
  sessionOf(token: string, now: Instant): string | undefined {
    const [header = '', payload = '', signature = '', ...more] = token.split('.');
    if (more.length > 0 || !this.#isSigned(`${header}.${payload}`, signature)) return undefined;
    const { alg, crit } = read(header);
    const { iss, aud, exp, nbf, jti } = read(payload);
    const seconds = Math.floor(Date.parse(now) / 1000);
    const isOurs = alg === ALGORITHM && crit === undefined && iss === ISSUER && aud === AUDIENCE;
    const isNow = typeof exp === 'number' && seconds < exp && typeof nbf === 'number' && nbf <= seconds;
    return isOurs && isNow && typeof jti === 'string' ? jti : undefined;
  }

  /** Does not use Web Crypto, because every request would then wait for another thread. */
  #isSigned(text: string, signature: string): boolean {
    const expected = Buffer.from(createHmac('sha256', this.#key).update(text).digest('base64url'));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

/** Reads a part of a token whose signature has been checked. */
function read(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
}
