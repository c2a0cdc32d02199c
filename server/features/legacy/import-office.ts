import { endOfDay, type Instant, instantOf } from '#billing/calendar.ts';
import type { AuditEventType } from '#contract/audit.ts';
import { apiMessage, type Sentence } from '#contract/messages/message.ts';
import { type Role, roles } from '#contract/roles.ts';
import type { Writer } from '../../db/connect.ts';
import { insertAccount, listAccounts } from '../accounts/queries.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { openChallenge } from '../factors/open-challenge.ts';
import { isBcrypt } from '../session/verify-bcrypt.ts';
import { stopAtUnknown } from './findings.ts';
import { cleanLine, findNumber, type ImportWorld } from './import-world.ts';
import { sameId } from './legacy-tables.ts';

/** The number of days for which a password of the previous system is accepted. */
const PASSWORD_DAYS = 30;
/** A hash that no password matches. */
const NO_PASSWORD = '';

export interface AccountReport {
  email: string;
  role: Role;
  /** True if the old password remains valid for one sign-in. */
  keepsPassword: boolean;
  /** The path of the page on which the owner chooses a password; null if the old password remains valid. */
  link: string | null;
}

/** An existing account with the same email is not changed. */
export async function importAccounts(
  world: ImportWorld,
  { resetPasswords }: { resetPasswords: boolean },
): Promise<AccountReport[]> {
  const { tx, market, findings, context, became } = world;
  const existing = await listAccounts(tx);
  const emails = new Set(existing.map(({ email }) => email));
  const names = new Set(existing.map(({ username }) => foldName(username)));
  const reports: AccountReport[] = [];
  for (const row of market.rows('Admins')) {
    const key = row.admin_id;
    const role = roles.find((one) => one === row.role);
    if (!role) throw stopAtUnknown(['Admins', key, 'role'], row.role, roles);
    const email = row.email.trim().toLowerCase();
    if (emails.has(email)) {
      findings.add(['Admins', key], 'existing_account', email);
      continue;
    }
    emails.add(email);
    const written = cleanLine(world, row.username, {
      table: 'Admins',
      key,
      column: 'username',
      most: 60,
      instead: email,
    });
    const username = freeName(written, names);
    if (username !== written) findings.add(['Admins', key], 'duplicate_name', username);
    const keepsPassword = !resetPasswords && isBcrypt(row.password);
    if (!resetPasswords && !keepsPassword) findings.add(['Admins', key], 'missing_value', 'password');
    const account = await insertAccount(tx, {
      username,
      email,
      role,
      password_hash: keepsPassword ? row.password : NO_PASSWORD,
      must_change_password: role === 'superadmin' ? 1 : 0,
      one_time_until: instantOf(Date.parse(context.now) + PASSWORD_DAYS * 24 * 60 * 60 * 1000),
      created_at: row.createdAt ?? row.updatedAt ?? context.now,
      updated_at: row.updatedAt ?? row.createdAt ?? context.now,
    });
    became.push({ table: 'Admins', key: String(key), name: 'accounts', id: account.id });
    reports.push({ email, role, keepsPassword, link: keepsPassword ? null : await makeLink(world, account) });
  }
  return reports;
}

/** Returns the path of a link with which the owner of an account can choose a password. The link can be used once. */
async function makeLink({ tx, context }: ImportWorld, { id, email }: { id: number; email: string }): Promise<string> {
  const { token } = await openChallenge(tx, { purpose: 'password link', accountId: id, now: context.now });
  const description = apiMessage('accounts.audit.link_made', { email });
  await writeAudit(tx, context, { type: 'Password Link Made', description });
  return `/password-link#${token}`;
}

function freeName(username: string, names: Set<string>): string {
  let name = username;
  for (let number = 2; names.has(foldName(name)); number += 1) name = `${username} (${number})`;
  names.add(foldName(name));
  return name;
}

function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** Continues the audit log with the entries of the previous system, in their order and with their times. */
export async function importAuditTrail(world: ImportWorld): Promise<void> {
  const { tx, market, findings, context, shopIds } = world;
  const lasting = await loadLastingTenancies(tx);
  let last: Instant = context.now;
  for (const row of market.rows('audit_trail')) {
    const key = row.audit_id;
    if (row.event_date === null) findings.add(['audit_trail', key], 'missing_date');
    last = row.event_date ?? last;
    const shopId = row.shop_id === null ? undefined : (shopIds.get(sameId(row.shop_id)) ?? row.shop_id);
    const invoiceId = findNumber(world, row.invoice_id) ?? row.invoice_id ?? undefined;
    // The log may contain a type that this release does not know.
    const type = row.event_type as AuditEventType;
    const text = (value: string) => value.replaceAll('\0', '');
    await writeAudit(
      tx,
      { ...context, actor: text(row.user_actioned), now: last, requestId: `legacy ${key}` },
      {
        type,
        description: text(row.event_description) as Sentence,
        ...(shopId !== undefined && { subject: { shopId, tenancyId: lasting(shopId, last) } }),
        ...(invoiceId !== undefined && { invoiceId }),
        ...(row.old_value !== null && { oldValue: text(row.old_value) }),
        ...(row.new_value !== null && { newValue: text(row.new_value) }),
        ...(row.edit_reason !== null && { reason: text(row.edit_reason) }),
      },
    );
  }
}

/** Returns a function that finds the tenancy of a shop at an instant. Entries of the previous system name only the shop. */
async function loadLastingTenancies(tx: Writer): Promise<(shopId: string, at: Instant) => number | null> {
  const tenancies = await tx
    .selectFrom('tenancies')
    .innerJoin('shops', 'shops.id', 'tenancies.shop_id')
    .select(['tenancies.id', 'tenancies.created_at', 'tenancies.ended_on', 'shops.shop_id'])
    .orderBy('tenancies.id', 'desc')
    .execute();
  const ofShops = Map.groupBy(tenancies, ({ shop_id }) => shop_id);
  return (shopId, at) =>
    ofShops
      .get(shopId)
      ?.find(({ created_at, ended_on }) => created_at <= at && (ended_on === null || at < endOfDay(ended_on)))?.id ??
    null;
}
