import type { z } from 'zod';

const WANTED: Record<string, string> = {
  string: 'This must be text.',
  number: 'This must be a number.',
  int: 'This must be a whole number.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
  object: 'This must be an object with named fields.',
  record: 'This must be an object with named fields.',
};

/**
 * What a caller is told of a value for which the contract has no sentence of its own: what to send instead. Undefined for
 * what the contract must say itself, such as a wrong pattern.
 */
export function validationMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Please fill this in.' : WANTED[issue.expected];
    case 'too_big':
      return issue.origin === 'string' ? `Use at most ${issue.maximum} characters.` : `Enter at most ${issue.maximum}.`;
    case 'too_small':
      return issue.origin === 'string'
        ? `Use at least ${issue.minimum} characters.`
        : `Enter at least ${issue.minimum}.`;
    case 'invalid_value':
      return `Choose one of: ${issue.values.join(', ')}.`;
    default:
      return undefined;
  }
}
