import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BankLine, BankPart, BankPayer } from '#contract/bank.ts';
import { t } from '#web/i18n/t.ts';
import { askReason } from '../reason.tsx';
import { askIgnored } from './ignore-dialog.tsx';
import { asChanged, type LineMove, moneyOfLines, proposeOthers, withoutMoney } from './known-changes.ts';
import type { LineActions } from './line-row.tsx';
import { matchParts, recordIgnored, undoLine } from './match-parts.ts';
import { askParts } from './parts-dialog.tsx';

interface LoadedLines {
  lines: readonly BankLine[];
  recorded: readonly BankPart[];
  payers: readonly BankPayer[];
}

interface LineWork {
  lines: readonly BankLine[];
  busy: ReadonlySet<number>;
  actions: LineActions;
  /** The element with the rows. */
  list: RefObject<HTMLDivElement | null>;
}

/**
 * The work on a list of lines. Lines are recorded one after another in the background, while the focus is on the next
 * open line already. What was recorded is shown in its place.
 */
export function useLineWork(
  { lines: loaded, recorded, payers }: LoadedLines,
  onMove: (move: LineMove) => void,
): LineWork {
  const list = useRef<HTMLDivElement>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const [changed, setChanged] = useState<ReadonlyMap<number, BankLine>>(new Map());
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const current = loaded.map((line) => asChanged(line, changed.get(line.line_id)));
  const taken = moneyOfLines(current);
  const lines = current.map((line) => proposeOthers(line, taken));

  const record = (line: BankLine, work: () => Promise<BankLine | undefined>): Promise<boolean> => {
    const id = line.line_id;
    setBusy((before) => before.union(new Set([id])));
    const done = queue.current.then(work).then((now) => {
      setBusy((before) => before.difference(new Set([id])));
      if (now) {
        setChanged((before) => new Map(before).set(id, now));
        onMove({ from: line.state, to: now.state, amount: line.amount });
      }
      return now !== undefined;
    });
    queue.current = done;
    return done;
  };
  const next = (line: BankLine) => focusOpenLine(list.current, { after: line.line_id });
  const actions: LineActions = {
    accept(line, at) {
      const proposal = line.proposals[at];
      if (!proposal) return;
      next(line);
      void record(line, () => matchParts(line, proposal.parts));
    },
    choose(line) {
      void askParts({ line, recorded: withoutMoney(recorded, taken), payers }, (parts) =>
        record(line, () => matchParts(line, parts)),
      ).then((given) => given && next(line));
    },
    ignore(line) {
      void askIgnored(line, ({ kind, note }) => record(line, () => recordIgnored(line, kind, note))).then(
        (given) => given && next(line),
      );
    },
    undo(line) {
      const question = {
        title: t('bank.undo.title'),
        sentence: t('bank.undo.sentence', { text: line.text }),
        action: t('bank.undo.action'),
      };
      void askReason(question, (reason) => record(line, () => undoLine(line, reason)));
    },
  };
  useKeys({ list, lines, busy, actions });
  return { lines, busy, actions, list };
}

/** What arrow keys change or move in, outside the rows. */
const WITH_OWN_KEYS = 'input, select, textarea, [role="dialog"] *, [role="menuitem"]';

type Keyed = Pick<LineWork, 'list' | 'lines' | 'busy' | 'actions'>;

/** Digits accept a proposal, S chooses, I ignores, U undoes, arrows move. Enter presses the button with the focus. */
function useKeys({ list, lines, busy, actions }: Keyed): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const key = event.key.toLowerCase();
    const target = event.target instanceof Element ? event.target : document.body;
    const row = target.closest('[data-line]');
    if (!row && key === 'arrowdown' && !target.matches(WITH_OWN_KEYS)) focusOpenLine(list.current, { after: 0 });
    const id = Number(row?.getAttribute('data-line'));
    const line = lines.find(({ line_id }) => line_id === id);
    if (!row || !line) return;
    const isOpen = line.match === null && !busy.has(id);
    if (key === 'arrowdown' || key === 'arrowup')
      focusLine(key === 'arrowdown' ? row.nextElementSibling : row.previousElementSibling);
    else if (isOpen && /^[1-9]$/.test(key)) actions.accept(line, Number(key) - 1);
    else if (isOpen && key === 's') actions.choose(line);
    else if (isOpen && key === 'i') actions.ignore(line);
    else if (key === 'u') undoLast(row, line);
    else return;
    event.preventDefault();
  });
  /** Undoes the line with the focus, otherwise the last one before it that is matched. */
  const undoLast = (row: Element, line: BankLine) => {
    const at = lines.indexOf(line);
    const last = line.match ? line : lines.slice(0, at).findLast(({ match }) => match !== null);
    if (last && row.isConnected) actions.undo(last);
  };
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function focusLine(row: Element | null): void {
  row?.querySelector('button')?.focus();
}

/** Moves the focus to the next open line, before the line with the focus shows that it is being recorded. */
function focusOpenLine(list: HTMLElement | null, { after }: { after: number }): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-line]') ?? [])];
  const at = rows.findIndex((row) => row.getAttribute('data-line') === String(after));
  const isOpen = (row: HTMLElement) => row.getAttribute('data-state') === 'open';
  focusLine([...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))].find(isOpen) ?? null);
}
