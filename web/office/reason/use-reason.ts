import { useRef, useState } from 'react';
import { checkInput, wordInput } from '#contract/messages/input-message.ts';
import { reasonIn } from '#contract/scalars.ts';
import { t } from '#web/i18n/t.ts';

export interface ReasonInput {
  text: string;
  isRequired: boolean;
  fault: string | undefined;
  change: (text: string) => void;
  field: React.RefObject<HTMLInputElement | null>;
  /** Returns false after it showed what is wrong. */
  check: () => boolean;
}

export function useReason(isRequired: boolean): ReasonInput {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const change = (typed: string) => {
    setText(typed);
    setFault(undefined);
  };
  const check = () => {
    const [found] = isRequired || text.trim() !== '' ? checkInput(reasonIn, text).faults : [];
    if (!found) return true;
    setFault(wordInput(found.message, 'reason', t));
    field.current?.focus();
    return false;
  };
  return { text: text.trim(), isRequired, fault, change, field, check };
}
