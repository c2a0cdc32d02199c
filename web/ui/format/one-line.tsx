import { Fragment, type ReactNode } from 'react';

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
 * Matches what must be on one line: the number of a document, such as INV-A12-202611, an amount with its currency, and
 * a day in each language.
 */
const WHOLE =
  /((?:INV|CN|DN)-[^\s,;:.()]+|(?:LKR|රු\.|ரூ\.) -?[\d,]+\.\d\d|\d{1,2} \p{L}{3} \d{4}|\d{4} [\p{L}\p{M}\u200d]+\.? \d{1,2}(?!\d))/u;

/**
 * Shows a text in which the numbers of documents, amounts and days are never broken. An email address that does not fit
 * into a line is broken before its @.
 */
export function Unbroken({ text }: { text: string }) {
  return text.split(WHOLE).map((part, at) => {
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
