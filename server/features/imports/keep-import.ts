import type { Instant } from '#billing/calendar.ts';
import { type ImportSubject, importSubjects } from '#contract/imports.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { findSetting, putSetting } from '../../db/settings.ts';

/** The ids of the rows that an import added. */
export interface Added {
  shops: number[];
  tenants: number[];
  products: number[];
}

export interface LastImport {
  subject: ImportSubject;
  at: Instant;
  by: string;
  added: Added;
}

const settingOf = (subject: ImportSubject) => `last import of ${subject}`;

/** Stores what an import added, so that it can be undone. Replaces what was stored about the previous import. */
export async function keepImport(
  tx: Writer,
  { actor, now }: ActionContext,
  { subject, added }: { subject: ImportSubject; added: Added },
): Promise<void> {
  const kept = { subject, at: now, by: actor, added } satisfies LastImport;
  await putSetting(tx, { name: settingOf(subject), value: JSON.stringify(kept), at: now });
}

export async function listLastImports(db: Reader): Promise<LastImport[]> {
  const kept = await Promise.all(importSubjects.map((subject) => findLastImport(db, subject)));
  return kept.filter((one) => one !== undefined);
}

export async function findLastImport(db: Reader, subject: ImportSubject): Promise<LastImport | undefined> {
  const setting = await findSetting(db, settingOf(subject));
  return setting && setting.value !== '' ? (JSON.parse(setting.value) as LastImport) : undefined;
}

export async function forgetImport(tx: Writer, { now }: ActionContext, subject: ImportSubject): Promise<void> {
  await putSetting(tx, { name: settingOf(subject), value: '', at: now });
}
