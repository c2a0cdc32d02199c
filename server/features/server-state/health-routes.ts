import type { ServingRole } from '../../db/serving-role.ts';
import type { WriteFault } from '../../db/storage/write-state.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { listBrokenParts } from '../../load-part.ts';
import { release } from '../../release.ts';
import { readElsewhere, summarizeElsewhere } from '../backup/store-elsewhere.ts';
import { summarizeVerification } from '../ledger/summarize-verification.ts';

/** For the log and /readyz, which are in English only. */
const NO_ANSWER = 'the database does not answer';

/**
 * Registers /healthz (the process runs) and /readyz, which is 503 when the version of the public data is not confirmed,
 * the database's files have a fault or the database does not answer. /readyz also reports refused writes and late
 * backups, but remains 200.
 */
export function healthRoutes({ fastify, database, responseCache, config, clock }: AppContext): void {
  fastify.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  fastify.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const since = responseCache.unconfirmedSince;
    if (since !== undefined) {
      const reason = `the version of the public data could not be read since ${since}`;
      return reply.code(503).send({ status: 'not ready', reason, release });
    }
    const fault = database.storageFault();
    if (fault !== undefined)
      return reply.code(503).send({ status: 'not ready', reason: fault, writes: 'refused', release });
    try {
      const verification = await summarizeVerification(database);
      const elsewhere = await readElsewhere(database.reader, config, clock.now());
      return {
        status: 'ready',
        release,
        ...presentWrites(database.writes.fault),
        ...presentRole(await database.servingRole()),
        verification,
        ...presentBrokenParts(),
        ...(elsewhere.isSetUp && { backup_elsewhere: summarizeElsewhere(elsewhere) }),
      };
    } catch (error) {
      request.log.error({ err: error }, NO_ANSWER);
      return reply.code(503).send({ status: 'not ready', reason: NO_ANSWER, release });
    }
  });
}

/** A part that could not be loaded stops only what needs it, so the server remains ready. */
function presentBrokenParts() {
  const broken_parts = listBrokenParts();
  return broken_parts.length === 0 ? {} : { broken_parts };
}

/** Says the same of an owner and of a superuser, because everybody can read it. */
function presentRole(role: ServingRole | null) {
  if (role === null || role === 'rows') return {};
  return { database_role: 'the server may change the tables of the database' };
}

function presentWrites(fault: WriteFault | undefined) {
  if (fault === undefined) return { writes: 'taken' };
  const words: Record<WriteFault, string> = {
    full: 'the disk of the data folder is full',
    refused: 'the database or the data folder did not take the last write',
  };
  return { writes: 'refused', writes_reason: words[fault] };
}
