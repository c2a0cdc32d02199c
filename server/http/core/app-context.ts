import type { FastifyInstance } from 'fastify';
import type { Instant } from '#billing/calendar.ts';
import type { Role } from '#contract/permissions.ts';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/connect.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { TokenIssuer } from './token.ts';

/** Whoever stands behind a valid token. */
export interface Caller {
  accountId: number;
  sessionId: string;
  email: string;
  name: string;
  role: Role;
  mustChangePassword: boolean;
}

/** What every feature is handed when it binds its calls. */
export interface AppContext {
  fastify: FastifyInstance;
  config: Config;
  clock: Clock;
  database: Database;
  responseCache: ResponseCache;
  tokens: TokenIssuer;
  /** Uses up a ticket for one report and gives its session; given by the report feature. */
  redeemDownloadToken: (ticket: string, now: Instant) => Promise<string | undefined>;
  /** Finds who a session belongs to, if it still stands at that instant; given by the session feature. */
  findCaller: (sessionId: string, now: Instant) => Promise<Caller | undefined>;
}
