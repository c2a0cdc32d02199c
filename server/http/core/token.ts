import { createSecretKey, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
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

  /** Returns the session id; undefined when the token is malformed, forged, edited, expired or not yet valid. */
  async sessionOf(token: string, now: Instant): Promise<string | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: new Date(now),
        requiredClaims: ['exp', 'jti'],
      });
      return payload.jti;
    } catch {
      return undefined;
    }
  }
}
