import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import type { z } from 'zod';
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
   * The key under which unsaved input is stored when the session ends, to be restored after signing in. By default it
   * is made from the page and the initial values.
   */
  restoreKey?: string;
  asksBeforeLeaving?: boolean;
}

export interface OfficeForm<Values extends FormValues> extends PlainForm<Values> {
  conflict: FormConflict | undefined;
}

/**
 * A form that also validates with the contract's schema, asks what to do if somebody else has changed the stored
 * object, asks before unsaved input is left, and restores such input after the session has ended.
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
  const save = useEffectEvent(() => {
    if (owner !== undefined && inner.isDirty())
      saveInput({ place, owner, values: inner.getValues(), base: base.current });
  });
  useEffect(() => {
    const input = restoreInput(place);
    if (input !== undefined) {
      put(input);
      toastDone(t('ui.form.restored'), 5);
    }
    return () => save();
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

const SECRETS = new Set(['password', 'currentPassword', 'newPassword', 'confirmPassword', 'code']);
const MOST_SAVED = 10;

/** Unsaved input, only in the memory of this tab and only for its owner. */
let saved: SavedInput[] = [];

/** Stores the unsaved input of a form that leaves the screen. Does nothing unless the session ended by itself. */
export function saveInput({ values, ...input }: SavedInput): void {
  if (currentSession() !== undefined || isSignedOutByChoice()) return;
  const shown = Object.fromEntries(Object.entries(values).filter(([name]) => !SECRETS.has(name)));
  saved = [...saved.filter(({ place }) => place !== input.place), { ...input, values: shown }].slice(-MOST_SAVED);
}

function restoreInput(wanted: string): SavedInput | undefined {
  const session = currentSession();
  if (session === undefined) return undefined;
  saved = saved.filter(({ owner }) => owner === session.email);
  const own = saved.find(({ place }) => place === wanted);
  saved = saved.filter((one) => one !== own);
  return own;
}
