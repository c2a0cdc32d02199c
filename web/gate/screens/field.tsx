import { type InputHTMLAttributes, useId } from 'react';
import { t } from '#web/i18n/t.ts';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'maxLength' | 'value'> {
  label: string;
  value: string;
  /** The maximum number of characters. A longer text remains in the field, but is not submitted. */
  most?: number;
  hint?: string | undefined;
  fault?: string | undefined;
  unit?: string;
  onType: (text: string) => void;
}

export function Field({ label, hint, fault: given, most, unit, onType, className = '', ...input }: FieldProps) {
  const id = useId();
  const tooLong = most !== undefined && input.value.trim().length > most;
  const fault = tooLong ? t('gate-app.field.tooLong', { most }) : given;
  const notes = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        {unit !== undefined && <span aria-hidden>{unit}</span>}
        <input
          id={id}
          ref={(element) => element?.setCustomValidity(tooLong ? (fault ?? '') : '')}
          aria-invalid={fault !== undefined}
          {...(notes && { 'aria-describedby': notes })}
          {...input}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      </div>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p className="field-fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}

export function Fault({ children }: { children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <p className="fault" role="alert">
      {children}
    </p>
  );
}
