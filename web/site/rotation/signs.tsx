import type { ReactNode } from 'react';

function Sign({ children }: { children: ReactNode }) {
  return (
    <svg className="sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

export function PauseSign() {
  return (
    <Sign>
      <path fill="currentColor" d="M7 5h3.5v14H7zm6.5 0H17v14h-3.5z" />
    </Sign>
  );
}

export function PlaySign() {
  return (
    <Sign>
      <path fill="currentColor" d="M8 4.5v15L20 12z" />
    </Sign>
  );
}

export function PreviousSign() {
  return (
    <Sign>
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m15 5-7 7 7 7"
      />
    </Sign>
  );
}

export function NextSign() {
  return (
    <Sign>
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m9 5 7 7-7 7"
      />
    </Sign>
  );
}

export function CloseSign() {
  return (
    <Sign>
      <path fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" d="m6 6 12 12M18 6 6 18" />
    </Sign>
  );
}
