import type { ReactNode } from 'react';

export interface Question {
  /** The action and its object: 'Delete Carrot?' */
  title: string;
  /** The consequence, in a sentence or two. */
  body?: ReactNode;
  /** The label of the button that acts: 'Delete', never 'OK'. */
  action: string;
  cancelLabel?: string;
  /** The action is irreversible: its button is red, and the focus starts on the other one. */
  isDangerous?: boolean;
  /** Something speaks against the action: the focus starts on the cancel button. */
  isDoubtful?: boolean;
  /** The action cannot be chosen yet. */
  isOff?: boolean;
}

export interface DialogProps {
  question: Question;
  answer: (isYes: boolean) => void;
}
