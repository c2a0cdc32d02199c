import type { Day } from '#billing/calendar.ts';
import { languages } from '#contract/languages.ts';
import { message } from '#contract/messages/message.ts';
import type { AuditRow } from './queries.ts';

export interface Anchor {
  line: string;
  /** The id of the entry; undefined for an anchor that is only the short code of a receipt. */
  entry?: number;
  /** The MAC of the entry, or its beginning. */
  mac: string;
}

/** Matches an anchor across line breaks, which emails and PDFs insert. */
const FULL =
  /Pola anchor;[^;]{0,300};\s*\d{4}-\d{2}-\d{2};\s*entry\s+(?<entry>\d+);\s*(?<mac>[0-9a-f]{64})(?![0-9a-z])/;
const LABELS = languages.map((language) => message('documents.receipt.auditCode', { code: '' }, language).trim());
const LABELLED = new RegExp(`(?:${LABELS.join('|')}):?\\s+(?<labelled>[0-9a-f]{10})(?![0-9a-z])`);
const BARE = /^[^\S\n]*(?<bare>[0-9a-f]{10})\s*$/;
const ANCHORS = new RegExp([FULL, LABELLED, BARE].map(({ source }) => source).join('|'), 'gim');
const DAMAGED = new RegExp(['Pola anchor', ...LABELS].join('|'), 'i');
/** The length of a receipt's code: 10 characters are 40 bits of the MAC. */
const CODE_LENGTH = 10;

export function writeAnchor({
  market,
  day,
  entry,
  mac,
}: {
  market: string;
  day: Day;
  entry: number;
  mac: string;
}): string {
  return `Pola anchor; ${market.replaceAll(/[;\r\n]/g, ' ')}; ${day}; entry ${entry}; ${mac}`;
}

export function shortCode(mac: string): string {
  return mac.slice(0, CODE_LENGTH).toUpperCase();
}

export interface ReadAnchors {
  anchors: Anchor[];
  damaged: string[];
  otherLines: number;
}

export function readAnchors(text: string): ReadAnchors {
  const anchors = [...text.matchAll(ANCHORS)].map(({ 0: match, groups }): Anchor => {
    const { entry, mac, labelled, bare } = groups ?? {};
    const line = match.trim().replaceAll(/\s+/g, ' ');
    const code = (mac ?? labelled ?? bare ?? '').toLowerCase();
    return { line, mac: code, ...(entry !== undefined && { entry: Number(entry) }) };
  });
  const others = text
    .replaceAll(ANCHORS, ' ')
    .split('\n')
    .map((line) => line.trim());
  const damaged = others.filter((line) => DAMAGED.test(line));
  return { anchors, damaged, otherLines: others.filter((line) => line !== '').length - damaged.length };
}

export class AnchorSearch {
  readonly #anchors: readonly Anchor[];
  readonly #found = new Set<Anchor>();
  readonly #byEntry: Map<number, Anchor[]>;
  readonly #byCode: Map<string, Anchor[]>;

  constructor(anchors: readonly Anchor[]) {
    this.#anchors = anchors;
    const full = anchors.filter(({ entry }) => entry !== undefined);
    this.#byEntry = Map.groupBy(full, ({ entry }) => entry ?? 0);
    this.#byCode = Map.groupBy(
      anchors.filter((anchor) => !full.includes(anchor)),
      ({ mac }) => mac,
    );
  }

  compare({ id, hash }: Pick<AuditRow, 'id' | 'hash'>): void {
    const sameEntry = (this.#byEntry.get(id) ?? []).filter(({ mac }) => mac === hash);
    for (const anchor of [...sameEntry, ...(this.#byCode.get(hash.slice(0, CODE_LENGTH)) ?? [])]) {
      this.#found.add(anchor);
    }
  }

  missing(): string[] {
    return this.#anchors
      .filter((anchor) => !this.#found.has(anchor))
      .map(({ line }) => message('audit.verify.anchor', { line }));
  }
}
