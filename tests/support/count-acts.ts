import type { BrowserContext, Page } from '@playwright/test';

/** What a person did: a click, a tap, or a key. */
export interface Act {
  kind: 'pointer' | 'key';
  what: string;
}

export interface ActCounter {
  /** Sets the count to zero. */
  begin(): Promise<void>;
  /** Returns what was done since `begin` was called. */
  acts(): Promise<readonly Act[]>;
}

declare global {
  function reportAct(act: Act): Promise<void>;
}

/**
 * Counts the actions of a person in all pages of a context. They are counted from the events of the pages, so that no
 * action of a test is forgotten. Each click, tap and key counts; a modifier and its key count as one. Typing a value
 * into a field (an amount, a number, a reason) counts as one, because its length depends on the document at hand. In a
 * search or a choice, each letter counts.
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

/** Waits until all pages have reported what was done. */
async function settle(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page: Page) => page.evaluate(() => undefined)));
}

/** Counts the actions inside a page, into which this function is injected. */
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
