import { type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CallError, isAnswerLost, sentenceOf } from '#web/client.ts';
import { dismissQuestion } from '../dialog/confirm.tsx';
import type { ToastSeconds } from '../dialog/toast.ts';
import { focusFirst, focusStart, isMeantFor, isSaveKey } from './form-keys.ts';
import type { FormValues } from './form-values.ts';
import { findUnread } from './unread-fields.ts';

export const WHOLE_FORM = '';

export interface PlainFormOptions<Values extends FormValues, Saved> {
  initialValues: Values;
  check?: (values: Values) => Partial<Record<(keyof Values & string) | typeof WHOLE_FORM, string>>;
  /**
   * Asks the user before saving. Returns the values that the user chose, which are added to those of the form, or
   * undefined if the form must not be saved.
   */
  ask?: (values: Values) => Promise<Partial<Values> | undefined>;
  save: (values: Values) => Promise<Saved>;
  onSaved?: (saved: Saved) => void;
  fallback: string;
  /** The message if no answer arrived. Whether the form was saved is then unknown. */
  lost?: string;
  failureSeconds?: ToastSeconds;
  fieldOfRefusal?: Partial<Record<string, keyof Values & string>>;
}

/** `check` returns messages by the path of their field. */
type SubmitOptions<Values extends FormValues, Saved> = Omit<PlainFormOptions<Values, Saved>, 'check'> & {
  check?: ((values: Values) => Record<string, string | undefined>) | undefined;
};

export interface PlainForm<Values extends FormValues> {
  inner: UseFormReturnType<Values>;
  field: UseFormReturnType<Values>['getInputProps'];
  state: 'open' | 'saving' | 'saved';
  failure: string | undefined;
  element: React.RefObject<HTMLFormElement | null>;
  submit: (event?: React.FormEvent<HTMLFormElement>) => void;
  clear: () => void;
}

/** What a form for stored objects does while saving (use-merge.ts). */
interface Steps<Saved> {
  /** Focuses the open question again. Returns false if there is none. */
  remind: () => boolean;
  noteSaved: (saved: Saved) => void;
  /** Returns true if the refusal has become a question to the user. */
  noteRefused: (error: unknown) => boolean;
}

export interface FormParts<Values extends FormValues> {
  inner: UseFormReturnType<Values>;
  element: React.RefObject<HTMLFormElement | null>;
  state: PlainForm<Values>['state'];
  setState: React.Dispatch<React.SetStateAction<PlainForm<Values>['state']>>;
  /** True while the user is asked about the values, which must not change then. */
  isAsking: React.RefObject<boolean>;
}

/**
 * A form that checks its values and saves them once. It has no schema, no stored object and no question before leaving.
 */
export function usePlainForm<Values extends FormValues, Saved>(
  options: PlainFormOptions<Values, Saved>,
): PlainForm<Values> {
  return useSubmit(useFormParts(options.initialValues), options);
}

export function useFormParts<Values extends FormValues>(initialValues: Values): FormParts<Values> {
  const element = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<PlainForm<Values>['state']>('open');
  const isAsking = useRef(false);
  const inner = useForm<Values>({
    initialValues,
    onValuesChange: () => {
      setState((before) => (before === 'saved' ? 'open' : before));
      if (isAsking.current) dismissQuestion();
    },
  });
  return { inner, element, state, setState, isAsking };
}

const NO_STEPS: Steps<unknown> = { remind: () => false, noteSaved: () => undefined, noteRefused: () => false };

/**
 * Errors that the server reports for fields appear under those fields, and the first error gets the focus. Pressing a
 * key or button again while the form is being saved does nothing.
 */
export function useSubmit<Values extends FormValues, Saved>(
  parts: FormParts<Values>,
  options: SubmitOptions<Values, Saved>,
  steps: Steps<Saved> = NO_STEPS,
): PlainForm<Values> {
  const { inner, element, state, setState } = parts;
  const { failure, setFailure, show, showRefusal } = useShownErrors(parts, options);
  // The state is a ref, because a second key press may come before the next render.
  const isBusy = useRef(false);
  const isSaved = useRef(false);

  const save = async (values: Values) => {
    isBusy.current = true;
    const chosen = await askFirst(values, parts, options).catch((error: unknown) => {
      setFailure(sentenceOf(error, options.fallback));
      return undefined;
    });
    if (chosen === undefined) {
      isBusy.current = false;
      return;
    }
    isSaved.current = false;
    setState('saving');
    setFailure(undefined);
    const outcome = await outcomeOf(options.save({ ...values, ...chosen }));
    isBusy.current = false;
    if ('saved' in outcome) {
      // Text typed during the save counts as unsaved.
      inner.resetDirty(values);
      steps.noteSaved(outcome.saved);
      isSaved.current = true;
      setState('saved');
      options.onSaved?.(outcome.saved);
      return;
    }
    setState('open');
    if (!steps.noteRefused(outcome.error)) showRefusal(outcome.error, values);
  };
  const submit = (event?: React.FormEvent<HTMLFormElement>) => {
    event?.preventDefault();
    if (isBusy.current || (isSaved.current && !inner.isDirty()) || steps.remind()) return;
    setFailure(undefined);
    const values = inner.getValues();
    const errors = { ...findFaults(values, options), ...findUnread(element.current) };
    if (Object.keys(errors).length > 0) show(errors);
    else void save(values);
  };

  useSaveKeys(element, submit);
  const clear = () => {
    inner.setInitialValues(options.initialValues);
    inner.reset();
    isSaved.current = false;
    setState('open');
    if (element.current) focusStart(element.current);
  };
  const field = useCheckedAmounts(inner, (values) => findFaults(values, options));
  return { inner, field, state, failure, element, submit, clear };
}

function outcomeOf<Saved>(saving: Promise<Saved>): Promise<{ saved: Saved } | { error: unknown }> {
  return saving.then(
    (saved) => ({ saved }),
    (error: unknown) => ({ error }),
  );
}

function useShownErrors<Values extends FormValues, Saved>(
  { inner, element }: FormParts<Values>,
  options: SubmitOptions<Values, Saved>,
) {
  const [failed, setFailed] = useState<{ sentence: string }>();
  const setFailure = (sentence: string | undefined) => setFailed(sentence === undefined ? undefined : { sentence });
  const show = ({ [WHOLE_FORM]: whole, ...errors }: Record<string, string>) => {
    inner.setErrors(errors);
    const isSeen = element.current !== null && focusFirst(element.current, Object.keys(errors));
    if (whole !== undefined || !isSeen) setFailure(whole ?? Object.values(errors)[0]);
  };
  const showRefusal = (error: unknown, values: Values) => {
    const errors = errorsOf(error, values, options);
    if (Object.keys(errors).length > 0) show(errors);
    else if (options.lost !== undefined && isAnswerLost(error)) setFailure(options.lost);
    else setFailure(sentenceOf(error, options.fallback));
  };
  useTimeLimit(failed, options.failureSeconds, () => setFailure(undefined));
  return { failure: failed?.sentence, setFailure, show, showRefusal };
}

/** Returns undefined if the form must not be saved, or if its values changed while the user was asked. */
async function askFirst<Values extends FormValues, Saved>(
  values: Values,
  { inner, isAsking }: FormParts<Values>,
  { ask }: SubmitOptions<Values, Saved>,
): Promise<Partial<Values> | undefined> {
  isAsking.current = true;
  try {
    const chosen = ask ? await ask(values) : {};
    return inner.getValues() === values ? chosen : undefined;
  } finally {
    isAsking.current = false;
  }
}

function findFaults<Values extends FormValues, Saved>(
  values: Values,
  { check }: SubmitOptions<Values, Saved>,
): Record<string, string> {
  const found = Object.entries(check?.(values) ?? {}).map(([path, error]) => [fieldOf(path, values), error]);
  return Object.fromEntries(found);
}

/**
 * Returns the properties of fields. An amount that the form would refuse, such as one below zero, is refused when its
 * field is left. Another amount may have corrected it, so the refusal disappears then.
 */
function useCheckedAmounts<Values extends FormValues>(
  inner: UseFormReturnType<Values>,
  findErrors: (values: Values) => Record<string, string>,
): PlainForm<Values>['field'] {
  const refused = useRef(new Map<string, string>());
  const leave = (path: string) => {
    const errors = findErrors(inner.getValues());
    for (const [earlier, error] of refused.current) {
      if (errors[earlier] === error) continue;
      refused.current.delete(earlier);
      if (inner.errors[earlier] === error) inner.clearFieldError(earlier);
    }
    const error = errors[path];
    if (error === undefined) return;
    refused.current.set(path, error);
    inner.setFieldError(path, error);
  };
  return (path, more) => {
    const props = inner.getInputProps(path, more);
    return {
      ...props,
      onBlur(event: unknown) {
        props.onBlur?.(event);
        if (typeof valueAt(inner.getValues(), path) === 'number') leave(path);
      },
    };
  };
}

function valueAt(values: FormValues, path: string): unknown {
  return path.split('.').reduce((value: unknown, part) => (value as FormValues | undefined)?.[part], values);
}

function errorsOf<Values extends FormValues, Saved>(
  error: unknown,
  values: Values,
  { fieldOfRefusal = {} }: Pick<PlainFormOptions<Values, Saved>, 'fieldOfRefusal'>,
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
