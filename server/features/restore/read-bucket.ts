import type { Answer, Body } from '#contract/call.ts';
import type { restore } from '#contract/restore.ts';
import { type BucketPlace, readS3Url } from '../../config.ts';
import { badBackup } from '../backup/bad-backup.ts';
import { Bucket, BucketFault } from '../backup/bucket.ts';
import { byTime } from '../backup/copy-name.ts';
import { listElsewhere, nameElsewhere } from '../backup/encrypt-copy.ts';

/** Somebody waits for the answer, and can try again. */
const TIMEOUTS = { pausesMs: [500], idleMs: 15_000, totalMs: 40_000 };
const REGION = 'us-east-1';

/** Returns the place that a person entered. Throws BadBackup if an address is none. */
export function readPlace(given: Body<typeof restore.listBucket>): BucketPlace {
  const place = readS3Url(given.address);
  const endpoint = URL.canParse(given.endpoint) ? new URL(given.endpoint) : undefined;
  if (!place) throw badBackup('bucket_address');
  if (!(endpoint && /^https?:$/.test(endpoint.protocol))) throw badBackup('bucket_endpoint');
  return {
    ...place,
    endpoint: given.endpoint.replace(/\/+$/, ''),
    region: given.region || REGION,
    accessKey: given.access_key,
    secretKey: given.secret_key,
    isInHostName: given.addressing === 'host',
  };
}

/** Lists the backups in a bucket, newest first. Throws BadBackup if it cannot be read. */
export async function listCopiesIn(place: BucketPlace): Promise<Answer<typeof restore.listBucket>['copies']> {
  try {
    const copies = await listElsewhere(new Bucket(place, TIMEOUTS));
    return copies
      .toSorted(byTime)
      .reverse()
      .map(({ name, day, bytes }) => ({ name: nameElsewhere(name), day, bytes }));
  } catch (fault) {
    if (fault instanceof BucketFault) throw badBackup('bucket', { reason: fault.message });
    throw fault;
  }
}
