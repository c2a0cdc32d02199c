import { createHash } from 'node:crypto';
import { dayOf } from '#billing/calendar.ts';
import type { AuditEventType } from '#contract/audit.ts';
import { ApiMessage, apiMessage, inWords, message, type Sentence } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { AuditKey } from '../../db/seal/audit-key.ts';
import { readSealedColumns, type Seals, takeAllSeals, takeSeals, writeColumns } from '../../db/seal/ledger-seals.ts';
import { changesOf } from '../../db/seal/watch-changes.ts';
import { type AuditHead, type AuditRow, insertEntries, isLogKeyed, lockHead, moveHead, raiseCount } from './queries.ts';
import { AuditKeyFault, requireKey } from './require-key.ts';
import { storeMessage } from './stored-message.ts';

/** The columns that every hash includes. Their order is part of the hash. */
const HASHED = [
  'event_date',
  'event_type',
  'event_description',
  'shop_id',
  'invoice_id',
  'old_value',
  'new_value',
  'edit_reason',
  'user_actioned',
  'request_id',
  'previous_hash',
] as const;

/** The shop that an entry is about. The tenancy is null if the entry concerns the shop and no tenancy of it. */
export interface AuditSubject {
  shopId: string;
  tenancyId: number | null;
}

export interface AuditEvent {
  type: AuditEventType;
  /** A Sentence stays in its language for every reader; an ApiMessage is shown in the reader's language. */
  description: ApiMessage | Sentence;
  subject?: AuditSubject;
  invoiceId?: string;
  oldValue?: string;
  newValue?: string;
  reason?: string;
}

export function subjectOf({ shop, tenancy }: { shop: { shop_id: string }; tenancy: { id: number } }): AuditSubject {
  return { shopId: shop.shop_id, tenancyId: tenancy.id };
}

/** The maximum number of entries in a statement: SQLite accepts 32,766 values, and an entry has 15. */
const MOST_ENTRIES = 500;
const MOST_SEALS = 500;

type NewEntry = Omit<AuditRow, 'id' | 'hash' | 'previous_hash' | 'key_id'>;

type OpenHead = AuditHead & { key: AuditKey };

interface Addition {
  entries: NewEntry[];
  /** The context of the last entry. Entries that are added only for their seals get it too. */
  context: ActionContext;
  /** The head of the log; undefined before the first entry is stored. */
  head?: OpenHead;
  sealsEverything: boolean;
  renewsKey: boolean;
}

const additions = new WeakMap<Writer, Addition>();

/**
 * Adds an audit entry, as the last step of an action. The entries are chained at the end of the transaction, except
 * that if there are more than MOST_ENTRIES, the first of them are chained earlier. The last entry seals the changed
 * rows.
 */
export async function writeAudit(tx: Writer, context: ActionContext, event: AuditEvent): Promise<void> {
  const addition = additionOf(tx, context);
  addition.entries.push(wellFormed(toEntry(context, event)));
  if (addition.entries.length <= MOST_ENTRIES) return;
  await appendEntries(tx, await openHead(tx, context, addition), addition.entries.splice(0, MOST_ENTRIES));
}

/** Adds an entry that seals every row, not only those that this transaction changed. */
export async function writeSealingAudit(tx: Writer, context: ActionContext, event: AuditEvent): Promise<void> {
  additionOf(tx, context).sealsEverything = true;
  await writeAudit(tx, context, event);
}

/** Adds an entry with the current key, even if the previous entries have another one. Makes a key if there is none. */
export async function writeRenewingAudit(tx: Writer, context: ActionContext, event: AuditEvent): Promise<void> {
  additionOf(tx, context).renewsKey = true;
  await writeAudit(tx, context, event);
}

function additionOf(tx: Writer, context: ActionContext): Addition {
  const known = additions.get(tx);
  if (known) {
    known.context = context;
    return known;
  }
  const addition: Addition = { entries: [], context, sealsEverything: false, renewsKey: false };
  additions.set(tx, addition);
  changesOf(tx).beforeCommit = () => completeLog(tx, addition);
  return addition;
}

async function completeLog(tx: Writer, addition: Addition): Promise<void> {
  const { context } = addition;
  const changes = changesOf(tx);
  const head = await openHead(tx, context, addition);
  const seals = await (addition.sealsEverything ? takeAllSeals : takeSeals)(tx, changes);
  const parts = [...seals].reduce<Seals[]>((made, [subject, seal], index) => {
    if (index % MOST_SEALS === 0) made.push(new Map());
    made.at(-1)?.set(subject, seal);
    return made;
  }, []);
  const { entries } = addition;
  const last = entries.at(-1);
  if (last) last.sealed = writeSeals(parts.shift());
  for (const part of parts) entries.push({ ...toEntry(context, sealingEvent()), sealed: writeSeals(part) });
  while (entries.length > 0) await appendEntries(tx, head, entries.splice(0, MOST_ENTRIES));
  const { key: _, ...moved } = head;
  await moveHead(tx, moved);
}

async function openHead(tx: Writer, context: ActionContext, addition: Addition): Promise<OpenHead> {
  if (addition.head) return addition.head;
  const head = await lockHead(tx);
  const { keyring } = changesOf(tx);
  if (!addition.renewsKey) await refuseKeylessHead(tx, head);
  const key = addition.renewsKey ? keyring.findOrMake() : requireKey(keyring, head);
  addition.head = { ...head, key };
  if (head.key_id !== key.id) {
    addition.sealsEverything = true;
    // Only an older log needs an entry that introduces the key; a new log has the key from its first entry on.
    if (head.hash !== '') addition.entries.unshift(toEntry(context, keyEvent(head, key)));
  }
  if (addition.sealsEverything) {
    addition.head.key_id = key.id;
    addition.head.sealed_columns = writeColumns(key, await readSealedColumns(tx));
  }
  return addition.head;
}

/**
 * Refuses a log that has entries with a MAC, but no key id in its head. Otherwise somebody could remove the key id and
 * alter rows, and the altered rows would be sealed again.
 */
async function refuseKeylessHead(tx: Writer, { key_id }: AuditHead): Promise<void> {
  if (key_id === '' && (await isLogKeyed(tx))) throw new AuditKeyFault(message('audit.key.removed'));
}

async function appendEntries(tx: Writer, head: OpenHead, entries: readonly NewEntry[]): Promise<void> {
  const stored = entries.map((entry) => {
    head.newest_id += 1;
    const chained = { ...entry, id: head.newest_id, previous_hash: head.hash, key_id: head.key.id };
    head.hash = hashEntry(chained, head.key, head.last_without_tenancy);
    return { ...chained, hash: head.hash };
  });
  await insertEntries(tx, stored);
  for (const [day, ofDay] of Map.groupBy(entries, ({ event_date }) => dayOf(event_date))) {
    for (const [eventType, { length }] of Map.groupBy(ofDay, ({ event_type }) => event_type)) {
      await raiseCount(tx, { day, eventType, by: length });
    }
  }
}

function toEntry(context: ActionContext, event: AuditEvent): NewEntry {
  return {
    event_date: context.now,
    event_type: event.type,
    ...wordsOf(event.description),
    shop_id: event.subject?.shopId ?? null,
    tenancy_id: event.subject?.tenancyId ?? null,
    invoice_id: event.invoiceId ?? null,
    old_value: event.oldValue ?? null,
    new_value: event.newValue ?? null,
    edit_reason: event.reason ?? null,
    user_actioned: context.actor,
    request_id: context.requestId,
    sealed: '',
  };
}

/** Returns the columns of a description. The English text is searched, and remains readable without the catalogues. */
function wordsOf(description: AuditEvent['description']) {
  if (!(description instanceof ApiMessage)) return { event_description: description, event_message: '' };
  return { event_description: inWords(description, 'en'), event_message: storeMessage(description) };
}

function keyEvent({ key_id }: AuditHead, key: AuditKey): AuditEvent {
  return {
    type: 'Audit Key Changed',
    description: apiMessage('audit.key.changed'),
    oldValue: key_id || message('audit.value.none'),
    newValue: key.id,
  };
}

function sealingEvent(): AuditEvent {
  return { type: 'Rows Sealed', description: apiMessage('audit.rows.sealed') };
}

function writeSeals(seals: Seals | undefined): string {
  return seals && seals.size > 0 ? JSON.stringify(Object.fromEntries(seals)) : '';
}

/**
 * Returns the entry with well-formed texts. PostgreSQL replaces lone surrogates, and the hash must match the text that
 * is read later.
 */
function wellFormed(entry: NewEntry): NewEntry {
  const pairs = Object.entries(entry).map(([column, value]) => [
    column,
    typeof value === 'string' ? value.toWellFormed() : value,
  ]);
  return Object.fromEntries(pairs) as NewEntry;
}

/**
 * Returns the hash of an entry: the MAC made with the key, or without a key the SHA-256 hash of older releases. The MACs
 * of entries after `lastWithoutTenancy` include the tenancy, and always two values more than the seals.
 */
export function hashEntry(entry: Omit<AuditRow, 'hash'>, key?: AuditKey, lastWithoutTenancy = 0): string {
  const values = HASHED.map((column) => entry[column]);
  if (!key) return createHash('sha256').update(JSON.stringify(values)).digest('hex');
  const { id, key_id, sealed, event_message, tenancy_id } = entry;
  if (id > lastWithoutTenancy)
    return key.sign(JSON.stringify([...values, id, key_id, sealed, event_message, tenancy_id]));
  const message = event_message === '' ? [] : [event_message];
  return key.sign(JSON.stringify([...values, id, key_id, sealed, ...message]));
}
