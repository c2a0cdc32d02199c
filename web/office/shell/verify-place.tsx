import { useEffect, useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { verifyWith } from '../api.ts';
import { VerifyDialog } from '../session/verify-dialog.tsx';

interface Asked {
  from: Element | null;
  answer: (isVerified: boolean) => void;
}

export function VerifyPlace() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => verifyWith(() => new Promise((answer) => setAsked({ from: document.activeElement, answer }))), []);
  useEffect(() => () => asked?.answer(false), [asked]);
  if (!asked) return null;
  const end = (isVerified: boolean) => {
    setAsked(undefined);
    if (asked.from instanceof HTMLElement) asked.from.focus({ preventScroll: true });
    asked.answer(isVerified);
  };
  // Mounted only now, so that it is above the form that asks.
  return (
    <VerifyDialog isOpen act={t('session.verify.action')} onClose={() => end(false)} onVerified={() => end(true)} />
  );
}
