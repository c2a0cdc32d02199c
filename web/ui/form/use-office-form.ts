import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';
import { checkInput, wordInput } from '#contract/messages/input-message.ts';
import { t } from '#web/i18n/t.ts';
import { currentSession, isSignedOutByChoice } from '#web/session.ts';
import { toastDone } from '../dialog/toast.ts';
import type { FormValues } from './form-values.ts';
import type { StoredObject } from './merge-stored.ts';
import { type FormConflict, type SeenVersion, useMerge } from './use-merge.ts';
import { type PlainForm, type PlainFormOptions, useFormParts, useSubmit } from './use-plain-form.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

export interface OfficeFormOptions<Values extends FormValues, Saved>
  extends Omit<PlainFormOptions<Values, Saved>, 'save'> {
  /** The schema of the body. Its messages are shown under the fields. */
  schema?: z.ZodType;
  /** Makes the body of the request, whose keys are the names of the fields; by default the values themselves. */
  toBody?: (values: Values) => unknown;
  stored?: StoredObject<Values, Saved>;
  save: (values: Values, seen: SeenVersion) => Promise<Saved>;
  /**
   * The key under which unsaved input is stored when the session ends or the page is reloaded. It is restored when a
   * form with this key is shown again. By default it is made from the page and the initial values.
   */
  restoreKey?: string;
  asksBeforeLeaving?: boolean;
}

export interface OfficeForm<Values extends FormValues> extends PlainForm<Values> {
  conflict: FormConflict | undefined;
}

/**
 * A form that also validates with the contract's schema, asks what to do if somebody else has changed the stored
 * object, asks before unsaved input is left, and restores such input after a reload and after the session has ended.
 */
export function useOfficeForm<Values extends FormValues, Saved>(
  options: OfficeFormOptions<Values, Saved>,
): OfficeForm<Values> {
  const parts = useFormParts(options.initialValues);
  const { inner, element } = parts;
  const merge = useMerge(options.stored, inner, element);
  const save = (values: Values) => options.save(values, merge.seen());
  const form = useSubmit(parts, { ...options, check: (values) => findErrors(values, options), save }, merge);
  useLastingInput(options, inner, merge.base);
  useUnsavedGuard(() => options.asksBeforeLeaving !== false && inner.isDirty());
  return { ...form, conflict: merge.conflict };
}

function useLastingInput<Values extends FormValues, Saved>(
  { initialValues, restoreKey }: OfficeFormOptions<Values, Saved>,
  inner: UseFormReturnType<Values>,
  base: React.RefObject<object>,
): void {
  const [place] = useState(() => restoreKey ?? `${location.pathname} ${JSON.stringify(initialValues)}`);
  // The owner is read now, because the session may have been removed by the time the form leaves the screen.
  const [owner] = useState(() => currentSession()?.email);
  const put = useEffectEvent((input: { values: FormValues; base: object }) => {
    inner.setValues(input.values as Partial<Values>);
    // The loaded object may be newer than the object on which the restored input is based.
    base.current = input.base;
  });
  const inputNow = useEffectEvent((): SavedInput | undefined => {
    if (owner === undefined || !inner.isDirty()) return undefined;
    return { place: restoreKey ?? place, owner, values: inner.getValues(), base: base.current };
  });
  useEffect(() => {
    const input = restoreInput(place);
    if (input !== undefined) {
      put(input);
      toastDone(t('ui.form.restored'), 5);
    }
    const read = () => inputNow();
    openForms.add(read);
    return () => {
      openForms.delete(read);
      const left = inputNow();
      if (left !== undefined) saveInput(left);
    };
  }, [place]);
}

function findErrors<Values extends FormValues, Saved>(
  values: Values,
  { schema, toBody, check }: OfficeFormOptions<Values, Saved>,
): Record<string, string> {
  const faults = schema ? checkInput(schema, toBody ? toBody(values) : values).faults : [];
  const bySchema = faults.toReversed().map(({ field, message }) => [field, wordInput(message, field, t)]);
  return { ...Object.fromEntries(bySchema), ...check?.(values) };
}

interface SavedInput {
  place: string;
  owner: string;
  values: FormValues;
  /** The stored object on which the input is based. */
  base: object;
}

const record = z.record(z.string(), z.unknown());
const storedInputs = z.array(z.object({ place: z.string(), owner: z.string(), values: record, base: record }));

const SECRETS = new Set(['password', 'currentPassword', 'newPassword', 'confirmPassword', 'code']);
const MOST_SAVED = 10;

/** Unsaved input, only in this tab and only for its owner. Until the page is reloaded, it is only in memory. */
let saved: SavedInput[] = [];

const openForms = new Set<() => SavedInput | undefined>();

/** Stores the unsaved input of a form that leaves the screen. Does nothing unless the session ended by itself. */
export function saveInput(input: SavedInput): void {
  if (currentSession() === undefined && !isSignedOutByChoice()) addSaved(input);
}

function addSaved({ values, ...input }: SavedInput): void {
  const shown = Object.fromEntries(Object.entries(values).filter(([name]) => !SECRETS.has(name)));
  saved = [...saved.filter(({ place }) => place !== input.place), { ...input, values: shown }].slice(-MOST_SAVED);
}

function restoreInput(wanted: string): SavedInput | undefined {
  const session = currentSession();
  if (session === undefined) return undefined;
  for (const input of takeStored()) addSaved(input);
  saved = saved.filter(({ owner }) => owner === session.email);
  const own = saved.find(({ place }) => place === wanted);
  saved = saved.filter((one) => one !== own);
  return own;
}

const STORED = 'pola.unsaved-input';

// The page may be reloaded, or come back from the back/forward cache with its forms as they were.
addEventListener('pagehide', () => {
  const before = saved;
  for (const read of openForms) {
    const input = read();
    if (input !== undefined && currentSession() !== undefined) addSaved(input);
  }
  storeInputs(saved);
  saved = before;
});
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) takeStored();
});

function storeInputs(inputs: readonly SavedInput[]): void {
  try {
    if (inputs.length === 0) sessionStorage.removeItem(STORED);
    else
      sessionStorage.setItem(
        STORED,
        JSON.stringify(inputs, (_, value) => (value instanceof Blob ? undefined : value)),
      );
  } catch {
    // If the browser blocks storage, a reload loses what is not saved, which the browser asks about.
  }
}

function takeStored(): SavedInput[] {
  try {
    const text = sessionStorage.getItem(STORED);
    sessionStorage.removeItem(STORED);
    const read = storedInputs.safeParse(JSON.parse(text ?? '[]'));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}
