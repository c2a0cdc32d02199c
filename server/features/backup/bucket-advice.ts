import type { BucketPlace } from '../../config.ts';

interface Answer {
  status: number;
  code: string | undefined;
  /** The region of the bucket, if the service names it. */
  region: string | undefined;
  /** The service's time. */
  date: string | null;
}

const SKEWED = new Set(['RequestTimeTooSkewed', 'RequestExpired']);
/** What services answer that want the bucket in the host name. */
const HOST_ONLY = new Set(['SecondLevelDomainForbidden', 'PathStyleDomainForbidden', 'InvalidPathAccess']);
const HOST = ': set BACKUP_ADDRESSING=host, because this service wants the bucket in the host name';

const ADVICE: Record<string, string> = {
  InvalidAccessKeyId: ': BACKUP_ACCESS_KEY is not a key of this service',
  SignatureDoesNotMatch: ': BACKUP_SECRET_KEY does not belong to BACKUP_ACCESS_KEY, or a proxy changes the request',
  NoSuchBucket: ': BACKUP_BUCKET names no bucket of this service',
  AccessDenied: ': the rights of BACKUP_ACCESS_KEY do not allow this, or a lock of the bucket protects the object',
  QuotaExceeded: ': the bucket is full',
};

/** Returns the end of the sentence about a refused request: which setting to change. Empty if the answer does not say. */
export function adviceFor({ status, code = '', region, date }: Answer, place: BucketPlace): string {
  if (SKEWED.has(code))
    return `: the clock of this machine is wrong${describeTime(date)}. Set it, for example with timedatectl`;
  if (HOST_ONLY.has(code)) return HOST;
  const isElsewhere = region !== undefined && region !== place.region;
  if (isElsewhere)
    return `: the bucket is in another region. Set BACKUP_REGION=${region}, and the address of that region as BACKUP_ENDPOINT`;
  if (status >= 300 && status < 400)
    return ': the service sends the request elsewhere. Check BACKUP_ENDPOINT and BACKUP_REGION';
  if (code === 'AuthorizationHeaderMalformed') return ': BACKUP_REGION is not the region of the bucket';
  return ADVICE[code] ?? (status === 404 && code === '' ? ': BACKUP_ENDPOINT is not the address of an S3 service' : '');
}

function describeTime(date: string | null): string {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? '' : `: the service has ${new Date(time).toISOString()}`;
}

/** Returns the end of the sentence about a connection that failed. */
export function adviceForConnection(reason: string): string {
  if (/^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)/.test(reason))
    return ': check BACKUP_ENDPOINT and the network';
  if (/CERT|SELF_SIGNED|SSL|TLS/i.test(reason)) return ': the certificate of BACKUP_ENDPOINT is not accepted';
  return '';
}
