import type { BrowserContext, Page } from '@playwright/test';

/** What a person did: a click, a tap, or a key. */
export interface Act {
  kind: 'pointer' | 'key';
  what: string;
}

export interface ActCounter {
  /** Forgets what was done so far. */
  begin(): Promise<void>;
  /** Returns what was done since. */
  acts(): Promise<readonly Act[]>;
}

declare global {
  function reportAct(act: Act): Promise<void>;
}

/**
 * Counts what a person does in all pages of a context by the events of the pages themselves, so that a journey cannot
 * forget one. Each click, tap and key counts; a modifier belongs to its key. What is typed into a field for a value (an
 * amount, a number, a reason) counts once for each field, because its length is that of the paper in the hand; in a search
 * and in a choice each letter counts.
 */
export async function countActs(context: BrowserContext): Promise<ActCounter> {
  let done: Act[] = [];
  await context.exposeBinding('reportAct', (_source, act: Act) => {
    done.push(act);
  });
  await context.addInitScript(watchActs);
  return {
    async begin() {
      await settle(context);
      done = [];
    },
    async acts() {
      await settle(context);
      return done;
    },
  };
}

/** Waits until all pages have reported. */
async function settle(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page: Page) => page.evaluate(() => undefined)));
}

/** Runs in the page. */
function watchActs(): void {
  let valueField: EventTarget | undefined;
  const report = (act: Act) => void globalThis.reportAct(act);
  const isValueField = (target: EventTarget | null) =>
    target instanceof Element && target.matches('input:not([type=search], [role=combobox]), textarea');
  addEventListener(
    'keydown',
    (event) => {
      if (!event.isTrusted || event.repeat || ['Control', 'Shift', 'Alt', 'Meta'].includes(event.key)) return;
      const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      const isValue = isText && isValueField(event.target);
      if (isValue && event.target === valueField) return;
      valueField = isValue ? (event.target ?? undefined) : undefined;
      report({ kind: 'key', what: isValue ? 'a value' : event.key });
    },
    true,
  );
  addEventListener(
    'pointerdown',
    (event) => {
      if (!event.isTrusted || !event.isPrimary) return;
      valueField = undefined;
      const name = event.target instanceof Element ? (event.target.textContent ?? '') : '';
      report({ kind: 'pointer', what: name.trim().slice(0, 40) });
    },
    true,
  );
}
