import type { FastifyBaseLogger } from 'fastify';
import { type Instant, instantOf } from '#billing/calendar.ts';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/connect.ts';
import { PEER_LIMITS, type PeerRules } from './fetch-peer.ts';
import { type CentreRow, claimReading, hasDueCentres, listDueCentres, listOtherDays } from './queries.ts';
import { readOtherCentre } from './read-centre.ts';
import { storeReading } from './store-reading.ts';

export interface ReadingContext {
  database: Database;
  clock: Clock;
  config: Pick<Config, 'loopbackCentres'>;
  log: FastifyBaseLogger;
  /** By default those of PEER_LIMITS. */
  limits?: PeerRules['limits'];
}

/** Centres that are read at the same time. Silent ones thus hold up few others. */
const AT_ONCE = 4;
/** The time for one centre. Another server may read it after that. */
const READING_MS = 2 * 60_000;

export function peerRules({ config, limits = PEER_LIMITS }: Pick<ReadingContext, 'config' | 'limits'>): PeerRules {
  return { limits, loopbackHosts: config.loopbackCentres };
}

/** Reads every centre that is due. A fault of one concerns no other. */
export async function readDueCentres(world: ReadingContext): Promise<void> {
  const { database, clock } = world;
  const now = clock.now();
  if (!(await hasDueCentres(database.reader, now))) return;
  const due = await listDueCentres(database.reader, now);
  const readNext = async () => {
    for (let centre = due.shift(); centre; centre = due.shift()) await readOne(world, centre, now);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readNext));
}

async function readOne(world: ReadingContext, centre: CentreRow, now: Instant): Promise<void> {
  const { database, log } = world;
  try {
    const until = instantOf(Date.parse(now) + READING_MS);
    if (!(await database.write((tx) => claimReading(tx, centre, until)))) return;
    const storedDays = await listOtherDays(database.reader, centre.id);
    const rules = { ...peerRules(world), end: AbortSignal.timeout(READING_MS) };
    const reading = await readOtherCentre({ centre, storedDays, now, rules });
    await database.write((tx) => storeReading(tx, reading, { id: centre.id, now }));
    if (reading.fault)
      log.warn(
        { centre: centre.address, fault: reading.fault.fault, detail: reading.fault.detail },
        'a centre could not be read',
      );
  } catch (error) {
    log.error({ err: error, centre: centre.address }, 'what a centre published could not be stored');
  }
}
