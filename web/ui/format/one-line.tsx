import type { ReactNode } from 'react';

const ONE_LINE = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/**
 * Shows a text on one line, so that rows do not become taller. If it does not fit, the end is cut off and the tooltip
 * has the whole text.
 */
export function OneLine({ text, children = text, width = '9.5rem' }: OneLineProps) {
  return (
    <span style={{ ...ONE_LINE, maxWidth: width }} title={text}>
      {children}
    </span>
  );
}

interface OneLineProps {
  /** What the tooltip shows. */
  text: string;
  /** What is shown instead of the text. */
  children?: ReactNode;
  width?: string;
}
