import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import classes from './audit-table.module.css';

const MOST_LETTERS = 120;
const MOST_LINES = 4;

interface LongTextProps {
  text: string;
  /** What the text is, for the name of the button: `new value of entry 7`. */
  name: string;
}

/** A text of any length; of a long one the beginning, until somebody wants all of it. */
export function LongText({ text, name }: LongTextProps) {
  const [isWhole, setIsWhole] = useState(false);
  const beginning = text.split('\n').slice(0, MOST_LINES).join('\n').slice(0, MOST_LETTERS);
  const isLong = beginning !== text;
  return (
    <>
      <Text span size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {isLong && !isWhole ? `${beginning.trimEnd()}…` : text}
      </Text>
      {isLong && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          className={classes.turn ?? ''}
          aria-expanded={isWhole}
          aria-label={`${isWhole ? 'Show less' : 'Show all'} of the ${name}`}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all'}
        </Anchor>
      )}
    </>
  );
}
