import { timingSafeEqual } from 'node:crypto';
import { inLanguage } from '#contract/languages.ts';
import { TENANT_PAGE_PATH, type WithTenantPage } from '#contract/tenant-page-link.ts';
import type { Config } from '../../config.ts';
import type { Database, Reader } from '../../db/connect.ts';
import type { AuditKey } from '../../db/seal/audit-key.ts';
import { findPageLink, type LinkRow, listLinks } from './queries.ts';
import { tenantPageSetting } from './read-setting.ts';

/** The number of the tenancy and 128 bits of a signature, so that no link can be made from a number. */
const LINK = /^([1-9]\d{0,14})-([\w-]{22})$/;
const NO_TENANCY = { id: 0, code: '0'.repeat(22) };

export interface PageSource {
  config: Pick<Config, 'publicUrl' | 'demoPassword' | 'port'>;
  database: Pick<Database, 'auditKeys'>;
}

type SignedLink = Pick<LinkRow, 'id' | 'version'>;

function codeOf(key: AuditKey, { id, version }: SignedLink): string {
  return key.signLink(`${id} ${version}`);
}

/** Returns the parts of a link; those of no tenancy for a text that is not one. */
export function readPageLink(link: string): { id: number; code: string } {
  const [, id, code] = LINK.exec(link) ?? [];
  return id === undefined || code === undefined ? NO_TENANCY : { id: Number(id), code };
}

/** Returns whether a code signs a tenancy. It takes the same time for every code. */
export function signsLink(key: AuditKey, signed: SignedLink, code: string): boolean {
  return timingSafeEqual(Buffer.from(codeOf(key, signed)), Buffer.from(code));
}

function isValid({ revoked_at, erased_at }: LinkRow): boolean {
  return revoked_at === null && erased_at === null;
}

/**
 * Returns the tenancy of a link; undefined while tenants' pages are off, and for a link that is wrong, revoked or of an
 * earlier version. Each of these reads and computes the same, so that the time of the answer says nothing.
 */
export async function findTenancyOfLink(
  db: Reader,
  { auditKeys }: Database,
  link: string,
): Promise<number | undefined> {
  const { id, code } = readPageLink(link);
  const { is_on } = await tenantPageSetting.read(db);
  const row = await findPageLink(db, id);
  const key = auditKeys.find();
  const isSigned = key !== undefined && signsLink(key, row ?? { id, version: 0 }, code);
  return isSigned && is_on && row && isValid(row) ? row.id : undefined;
}

/** Returns where pages are opened: the public address, or the own computer in the demo, which has none. */
export function addressOfPages({ publicUrl, demoPassword, port }: PageSource['config']): string | undefined {
  return publicUrl ?? (demoPassword === undefined ? undefined : `http://localhost:${port}`);
}

/** Returns the addresses of the pages of these tenancies, as papers have them. Without pages the map is empty. */
export async function loadPageAddresses(
  db: Reader,
  { config, database }: PageSource,
  tenancyIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const publicUrl = addressOfPages(config);
  if (publicUrl === undefined || tenancyIds.length === 0) return new Map();
  const { is_on } = await tenantPageSetting.read(db);
  const key = database.auditKeys.find();
  if (!is_on || !key) return new Map();
  const rows = await listLinks(db, [...new Set(tenancyIds)]);
  return new Map(rows.filter(isValid).map((row) => [row.id, publicUrl + inLanguage(row.language, pathOf(key, row))]));
}

function pathOf(key: AuditKey, row: LinkRow): string {
  return `${TENANT_PAGE_PATH}/${row.id}-${codeOf(key, row)}`;
}

/** Returns the field of a paper with the address of its tenant's page. */
export function pageOnPaper(addresses: ReadonlyMap<number, string>, tenancyId: number): WithTenantPage {
  const address = addresses.get(tenancyId);
  return address === undefined ? {} : { tenant_page: address };
}
