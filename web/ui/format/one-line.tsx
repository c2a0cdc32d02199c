import { Fragment, type ReactNode } from 'react';
import { WHOLE_FIGURE } from '#contract/figures.ts';

const ONE_LINE = {
  display: 'block',
  maxWidth: '9.5rem',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

/**
 * Shows a text on one line, so that rows do not become taller. If it does not fit, the end is cut off and the tooltip
 * has the whole text.
 */
export function OneLine({ text, children = text }: OneLineProps) {
  return (
    <span style={ONE_LINE} title={text}>
      {children}
    </span>
  );
}

/**
 * Shows a text in which the numbers of documents, amounts and days are never broken. An email address that does not fit
 * into a line is broken before its @.
 */
export function Unbroken({ text }: { text: string }) {
  return text.split(WHOLE_FIGURE).map((part, at) => {
    const key = `${at} ${part}`;
    if (at % 2 === 1)
      return (
        <span key={key} style={{ whiteSpace: 'nowrap' }}>
          {part}
        </span>
      );
    const [start, ...domains] = part.split('@');
    return (
      <Fragment key={key}>
        {start}
        {domains.map((domain) => (
          <Fragment key={domain}>
            <wbr />@{domain}
          </Fragment>
        ))}
      </Fragment>
    );
  });
}

interface OneLineProps {
  /** What the tooltip shows. */
  text: string;
  /** What is shown instead of the text. */
  children?: ReactNode;
}
