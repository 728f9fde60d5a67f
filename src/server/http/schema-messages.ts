import { z } from 'zod/mini';

/** zod's description of a rejected value; which fields exist depends on the code. */
interface Issue {
  code?: string;
  input?: unknown;
  expected?: string;
  origin?: string;
  maximum?: number | bigint;
  minimum?: number | bigint;
}

const kinds: Record<string, string> = {
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be yes or no',
  array: 'Must be a list',
  object: 'Must be an object',
  record: 'Must be an object',
  file: 'Must be a file',
};

/**
 * Sets default messages for schemas without messages: short, without type names, and few enough to be
 * translated into every language.
 */
export function installSchemaMessages(): void {
  z.config({ localeError: (issue) => messageFor(issue as Issue) });
}

function messageFor(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This is required';
      return kinds[issue.expected ?? ''] ?? 'Not valid';
    case 'too_big':
      return bound(issue, 'At most', issue.maximum);
    case 'too_small':
      return bound(issue, 'At least', issue.minimum);
    case 'invalid_value':
      return 'Choose one of the options';
    case 'unrecognized_keys':
      return 'Unknown field';
    default:
      return 'Not valid';
  }
}

function bound({ origin }: Issue, words: string, limit: number | bigint | undefined): string {
  if (origin === 'string') return `${words} ${limit} characters`;
  if (origin === 'array' || origin === 'set') return `${words} ${limit} entries`;
  if (origin === 'file') return 'The file is too large';
  return `${words} ${limit}`;
}
