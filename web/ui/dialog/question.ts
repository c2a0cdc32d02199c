import type { ReactNode } from 'react';

export interface Question {
  /** The action and its object, such as 'Delete Carrot?' */
  title: string;
  body?: ReactNode;
  /** The label of the button, such as 'Delete', never 'OK'. */
  action: string;
  cancelLabel?: string;
  /** True for an irreversible action: its button is red, and the focus starts on the other button. */
  isDangerous?: boolean;
  /** True when the focus starts on the cancel button; by default equal to `isDangerous`. */
  isDoubtful?: boolean;
  isOff?: boolean;
  /** True if nothing is asked. The dialog then has one button, which closes it. */
  isNotice?: boolean;
}

export interface DialogProps {
  question: Question;
  answer: (isYes: boolean) => void;
}
