import { type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { checkInput, wordInput } from '#contract/messages/input-message.ts';
import { CallError, isAnswerLost, sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { currentSession, isSignedOutByChoice } from '#web/session.ts';
import { type ToastSeconds, toastDone } from '../dialog/toast.ts';
import { focusFirst, focusStart, isMeantFor, isSaveKey } from './form-keys.ts';
import type { FormValues } from './form-values.ts';
import type { StoredObject } from './merge-stored.ts';
import { findUnread } from './unread-fields.ts';
import { type FormConflict, type SeenVersion, useMerge } from './use-merge.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

export interface OfficeFormOptions<Values extends FormValues, Saved> {
  initialValues: Values;
  /** The schema of the body. Its messages are shown under the fields. */
  schema?: z.ZodType;
  /** Makes the body of the request, whose keys are the names of the fields; by default the values themselves. */
  toBody?: (values: Values) => unknown;
  check?: (values: Values) => Partial<Record<(keyof Values & string) | typeof WHOLE_FORM, string>>;
  /** Asks before saving. Returns further values that the user chose, or undefined if the form must not be saved. */
  ask?: (values: Values) => Promise<Partial<Values> | undefined>;
  stored?: StoredObject<Values, Saved>;
  save: (values: Values, seen: SeenVersion) => Promise<Saved>;
  onSaved?: (saved: Saved) => void;
  fallback: string;
  /** The message if no answer arrived. Whether the form was saved is then unknown. */
  lost?: string;
  failureSeconds?: ToastSeconds;
  fieldOfRefusal?: Partial<Record<string, keyof Values & string>>;
  /**
   * The key under which unsaved input is stored when the session ends, to be restored after signing in. By default it
   * is made from the page and the initial values.
   */
  restoreKey?: string;
  asksBeforeLeaving?: boolean;
}

export const WHOLE_FORM = '';

export interface OfficeForm<Values extends FormValues> {
  inner: UseFormReturnType<Values>;
  field: UseFormReturnType<Values>['getInputProps'];
  state: 'open' | 'saving' | 'saved';
  failure: string | undefined;
  conflict: FormConflict | undefined;
  element: React.RefObject<HTMLFormElement | null>;
  submit: (event?: React.FormEvent<HTMLFormElement>) => void;
  clear: () => void;
}

/**
 * Validates with the contract's schema and saves once. Errors that the server reports for fields appear under those
 * fields, the first error gets the focus, and leaving with unsaved input needs a confirmation.
 */
export function useOfficeForm<Values extends FormValues, Saved>(
  options: OfficeFormOptions<Values, Saved>,
): OfficeForm<Values> {
  const element = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<OfficeForm<Values>['state']>('open');
  const [failed, setFailed] = useState<{ sentence: string }>();
  const setFailure = (sentence: string | undefined) => setFailed(sentence === undefined ? undefined : { sentence });
  // The state is a ref, because a second key press may come before the next render.
  const isBusy = useRef(false);
  const isSaved = useRef(false);
  const inner = useForm<Values>({
    initialValues: options.initialValues,
    onValuesChange: () => setState((before) => (before === 'saved' ? 'open' : before)),
  });
  const merge = useMerge(options.stored, inner, element);
  const show = ({ [WHOLE_FORM]: whole, ...errors }: Record<string, string>) => {
    inner.setErrors(errors);
    const isSeen = element.current !== null && focusFirst(element.current, Object.keys(errors));
    if (whole !== undefined || !isSeen) setFailure(whole ?? Object.values(errors)[0]);
  };

  const askFirst = async (values: Values): Promise<Partial<Values> | undefined> => {
    try {
      return options.ask ? await options.ask(values) : {};
    } catch (error) {
      setFailure(sentenceOf(error, options.fallback));
      return undefined;
    }
  };
  const save = async (values: Values) => {
    isBusy.current = true;
    const chosen = await askFirst(values);
    if (chosen === undefined) {
      isBusy.current = false;
      return;
    }
    isSaved.current = false;
    setState('saving');
    setFailure(undefined);
    const outcome = await options.save({ ...values, ...chosen }, merge.seen()).then(
      (saved) => ({ saved }),
      (error: unknown) => ({ error }),
    );
    isBusy.current = false;
    if ('saved' in outcome) {
      // Text typed during the save counts as unsaved.
      inner.resetDirty(values);
      merge.noteSaved(outcome.saved);
      isSaved.current = true;
      setState('saved');
      options.onSaved?.(outcome.saved);
      return;
    }
    setState('open');
    if (merge.noteRefused(outcome.error)) return;
    const errors = errorsOf(outcome.error, values, options);
    if (Object.keys(errors).length > 0) show(errors);
    else if (options.lost !== undefined && isAnswerLost(outcome.error)) setFailure(options.lost);
    else setFailure(sentenceOf(outcome.error, options.fallback));
  };
  const submit = (event?: React.FormEvent<HTMLFormElement>) => {
    event?.preventDefault();
    if (isBusy.current || (isSaved.current && !inner.isDirty()) || merge.remind()) return;
    setFailure(undefined);
    const errors = { ...findErrors(inner.getValues(), options), ...findUnread(element.current) };
    if (Object.keys(errors).length > 0) show(errors);
    else void save(inner.getValues());
  };

  useLastingInput(options, inner, merge.base);
  useSaveKeys(element, submit);
  useTimeLimit(failed, options.failureSeconds, () => setFailure(undefined));
  useUnsavedGuard(() => options.asksBeforeLeaving !== false && inner.isDirty());
  const clear = () => {
    inner.setInitialValues(options.initialValues);
    inner.reset();
    isSaved.current = false;
    setState('open');
    if (element.current) focusStart(element.current);
  };
  const { conflict } = merge;
  return { inner, field: inner.getInputProps, state, failure: failed?.sentence, conflict, element, submit, clear };
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
  const found = { ...Object.fromEntries(bySchema), ...check?.(values) };
  return Object.fromEntries(Object.entries(found).map(([path, error]) => [fieldOf(path, values), String(error)]));
}

function errorsOf<Values extends FormValues, Saved>(
  error: unknown,
  values: Values,
  { fieldOfRefusal = {} }: OfficeFormOptions<Values, Saved>,
): Record<string, string> {
  if (!(error instanceof CallError)) return {};
  const field = fieldOfRefusal[error.code];
  if (field !== undefined) return { [field]: error.message };
  const known = error.details
    .map((detail) => [fieldOf(detail.field, values), detail.message] as const)
    .filter(([name]) => (name.split('.')[0] ?? '') in values);
  return Object.fromEntries(known);
}

/**
 * Returns the field to which a path belongs. For example, `aliases.3` belongs to `aliases` if that field is a single
 * text.
 */
function fieldOf(path: string, values: FormValues): string {
  const parts = path.split('.');
  let value: unknown = values;
  for (const [at, part] of parts.entries()) {
    if (typeof value !== 'object' || value === null) return parts.slice(0, at).join('.');
    value = (value as FormValues)[part];
  }
  return path;
}

function useTimeLimit(shown: object | undefined, seconds: ToastSeconds | undefined, end: () => void): void {
  const onEnd = useEffectEvent(end);
  useEffect(() => {
    if (shown === undefined || seconds === undefined) return;
    const timer = setTimeout(() => onEnd(), seconds * 1000);
    return () => clearTimeout(timer);
  }, [shown, seconds]);
}

function useSaveKeys(element: React.RefObject<HTMLFormElement | null>, submit: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSaveKey(event) || !element.current || !isMeantFor(element.current, event.target)) return;
    event.preventDefault();
    submit();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
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
