import type { FastifyInstance } from 'fastify';
import type { Instant } from '#billing/calendar.ts';
import type { Call } from '#contract/call.ts';
import type { Language } from '#contract/languages.ts';
import type { Role } from '#contract/roles.ts';
import type { ProgramScope } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Database, Writer } from '../../db/connect.ts';
import type { CurrentCentre } from '../cache/current-centre.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { LoadLimiter } from './limit-load.ts';
import type { SecretBox } from './secret-box.ts';
import type { TokenIssuer } from './token.ts';

export interface Caller {
  accountId: number;
  sessionId: string;
  email: string;
  name: string;
  role: Role;
  mustChangePassword: boolean;
  mustAddFactor: boolean;
  signedInAt: Instant;
  verifiedAt: Instant | null;
  language: Language | null;
}

/** A program that reads with a token. Its caller has the rights of whoever made the token. */
export interface Program {
  tokenId: number;
  scopes: readonly ProgramScope[];
  caller: Caller;
}

/** What a feature may ask of the running server. Absent in tests that have no server process. */
export interface ServerControl {
  /**
   * Waits for the task in progress, and returns a function that starts the schedule again. Returns undefined if the task
   * does not end within PAUSE_WITHIN_MS; the schedule then runs on.
   */
  pauseSchedule(): Promise<(() => void) | undefined>;
  /** Closes the server with its database, and starts it anew in the same process. */
  restart(): Promise<void>;
}

export interface Maintenance {
  /** While it is true, every write is refused (features/restore). */
  isRestoring: boolean;
  control: ServerControl | undefined;
}

/** What is known about the certificate of the public address. */
export interface CertificateState {
  /** The days for which it is valid; undefined if there is none or it was not read. */
  readonly daysLeft: number | undefined;
}

/** What the limit of a write reads of its request. */
export interface WriteRequest {
  params: unknown;
  query: unknown;
  body: unknown;
  sentBody: unknown;
  caller: Caller | undefined;
  context: ActionContext;
  seenVersions: readonly string[] | undefined;
}

export interface AppContext {
  fastify: FastifyInstance;
  config: Config;
  clock: Clock;
  database: Database;
  responseCache: ResponseCache;
  centre: CurrentCentre;
  loadLimiter: LoadLimiter;
  certificate: CertificateState;
  maintenance: Maintenance;
  tokens: TokenIssuer;
  secrets: SecretBox;
  /** Returns the hash of a password as a PHC string. */
  hashPassword: (password: string) => Promise<string>;
  redeemDownloadToken: (ticket: string, now: Instant) => Promise<string | undefined>;
  /**
   * Runs a write as a part of its transaction, and refuses it if it loses more money than one person may give up. The
   * approvals feature sets this function.
   */
  limitGiving: <Value>(
    tx: Writer,
    write: { entry: Call; ask: WriteRequest },
    action: () => Promise<Value>,
  ) => Promise<Value>;
  /** Returns the account to which a session belongs. The session feature sets this function. */
  findCaller: (sessionId: string, now: Instant) => Promise<Caller | undefined>;
  /** Returns the program that reads with a token. The feature of program tokens sets this function. */
  findProgram: (token: string, now: Instant) => Promise<Program | undefined>;
}
