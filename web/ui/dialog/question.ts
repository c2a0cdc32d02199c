import type { ReactNode } from 'react';

export interface Question {
  /** The action and its object: 'Delete Carrot?' */
  title: string;
  body?: ReactNode;
  /** 'Delete', never 'OK'. */
  action: string;
  cancelLabel?: string;
  /** Irreversible: the button is red, and the focus starts on the other one. */
  isDangerous?: boolean;
  /** The focus starts on the cancel button. */
  isDoubtful?: boolean;
  isOff?: boolean;
}

export interface DialogProps {
  question: Question;
  answer: (isYes: boolean) => void;
}
