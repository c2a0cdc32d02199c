/** The fields to which Enter moves. Buttons, checkboxes, radio buttons and file fields are skipped. */
const FIELDS = 'input:not([type=hidden], [type=file], [type=checkbox], [type=radio]), textarea, select';

/**
 * Moves to the next field on Enter, and submits from the last one. Enter keeps its usual effect in text areas, in open
 * lists and on buttons.
 */
export function moveOnWithEnter(event: React.KeyboardEvent<HTMLFormElement>): void {
  const field = event.target as HTMLElement;
  const form = event.currentTarget;
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (!field.matches(FIELDS) || field.tagName === 'TEXTAREA') return;
  // By default the browser would submit the form.
  event.preventDefault();
  if (field.getAttribute('aria-expanded') === 'true') return;
  event.stopPropagation();
  const fields = fieldsOf(form);
  const next = fields[fields.indexOf(field) + 1];
  if (next) next.focus();
  else form.requestSubmit();
}

/** Moves to the next field from a closed list of choices, which Enter would open. Space and the arrows open it. */
export function skipClosedChoice(event: React.KeyboardEvent<HTMLFormElement>): void {
  const isChoice =
    event.target instanceof Element && event.target.matches('[aria-haspopup=listbox]:not([aria-expanded=true])');
  if (isChoice) moveOnWithEnter(event);
}

export function focusStart(form: HTMLFormElement): void {
  fieldsOf(form)[0]?.focus();
}

function fieldsOf(form: HTMLFormElement): HTMLElement[] {
  const all = [...form.querySelectorAll<HTMLElement>(FIELDS)];
  return all.filter((field) => field.tabIndex >= 0 && !field.hasAttribute('disabled'));
}

export function isSaveKey(event: KeyboardEvent): boolean {
  return (
    (event.ctrlKey || event.metaKey) && !event.altKey && (event.key.toLowerCase() === 's' || event.key === 'Enter')
  );
}

/** Returns true for a key pressed in this form or outside all forms, unless a dialog is above the form. */
export function isMeantFor(form: HTMLFormElement, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  const dialog = document.querySelector('[role="dialog"][aria-modal="true"]');
  if (dialog && !dialog.contains(form)) return false;
  return form.contains(target) || target.closest('form') === null;
}

/** Focuses the first of these fields. Returns false when the form shows none of them. */
export function focusFirst(form: HTMLFormElement, paths: readonly string[]): boolean {
  const field = [...form.querySelectorAll<HTMLElement>('[data-path]')].find(({ dataset }) =>
    paths.includes(dataset.path ?? ''),
  );
  field?.focus();
  return field !== undefined;
}
