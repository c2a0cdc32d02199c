import type { UseFormReturnType } from '@mantine/form';
import { useRef, useState } from 'react';
import { versionOf } from '#contract/version.ts';
import { isChangedMeanwhile } from '#web/client.ts';
import { focusFirst, focusStart } from './form-keys.ts';
import type { FormValues } from './form-values.ts';
import { type FieldChange, findChanges, labelOf, type StoredObject } from './merge-stored.ts';

export interface FormConflict {
  changes: readonly FieldChange[];
  /** Replaces the fields that somebody else changed; other input remains. */
  takeStored: () => void;
  keepMine: () => void;
}

export interface SeenVersion {
  ifMatch: string;
}

interface Merge<Saved> {
  conflict: FormConflict | undefined;
  /** Focuses the open question again. Returns false when none is open. */
  remind: () => boolean;
  seen: () => SeenVersion;
  noteSaved: (saved: Saved) => void;
  noteRefused: (error: unknown) => boolean;
  base: React.RefObject<object>;
}

export function useMerge<Values extends FormValues, Saved>(
  stored: StoredObject<Values, Saved> | undefined,
  inner: UseFormReturnType<Values>,
  element: React.RefObject<HTMLFormElement | null>,
): Merge<Saved> {
  const base = useRef(stored?.object ?? {});
  const [conflict, setConflict] = useState<FormConflict>();
  const setBase = (object: object) => {
    base.current = object;
    stored?.onStored?.(object);
  };

  const ask = (now: object, { valuesOf, ...more }: StoredObject<Values, Saved>) => {
    const found = findChanges({ valuesOf, ...more }, { before: base.current, now, values: inner.getValues() });
    const changes = found.map((change) => ({ ...change, label: labelOf(element.current, change.field) }));
    const resolve = (taken: Partial<Values>) => {
      inner.setValues(taken);
      inner.resetDirty({ ...inner.getValues(), ...valuesOf(now) });
      setBase(now);
      setConflict(undefined);
      if (element.current && !focusFirst(element.current, Object.keys(taken))) focusStart(element.current);
    };
    const isChanged = ([field]: [string, unknown]) => changes.some((change) => change.field === field);
    const theirs = Object.fromEntries(Object.entries(valuesOf(now)).filter(isChanged)) as Partial<Values>;
    setConflict({ changes, takeStored: () => resolve(theirs), keepMine: () => resolve({}) });
  };

  return {
    conflict,
    base,
    remind() {
      if (conflict) setConflict({ ...conflict });
      return conflict !== undefined;
    },
    seen: () => ({ ifMatch: stored ? versionOf(stored.call, base.current) : '' }),
    noteSaved: (saved) => stored && setBase(stored.objectOf(saved)),
    noteRefused(error) {
      const now = isChangedMeanwhile(error) ? error.current : undefined;
      if (!now || !stored) return false;
      ask(now, stored);
      return true;
    },
  };
}
