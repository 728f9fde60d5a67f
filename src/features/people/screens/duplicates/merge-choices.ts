import { type DuplicateGroup, type MergeField, mergeFields } from '../../merge-contract.ts';

export type Mergeable = DuplicateGroup['people'][number];
export type MergeSide = 'keep' | 'merge';
export type MergeChoices = Partial<Record<MergeField, MergeSide>>;

/** A field in which two records to be merged differ. */
export interface MergeLine {
  field: MergeField;
  keep: string;
  merge: string;
  /** Both records have a value, so the user has to choose; otherwise the existing value is used. */
  isOpen: boolean;
}

/** Returns the fields in which two records differ, in display order. */
export function mergeLines(keep: Mergeable, merge: Mergeable): MergeLine[] {
  return mergeFields
    .map((field) => ({ field, keep: textOf(keep, field), merge: textOf(merge, field) }))
    .filter((line) => line.keep !== line.merge)
    .map((line) => ({ ...line, isOpen: line.keep !== '' && line.merge !== '' }));
}

/** The record whose value a field gets: the remaining one unless chosen otherwise, never an empty value. */
export function winningSide(line: MergeLine, choices: MergeChoices): MergeSide {
  if (!line.isOpen) return line.keep === '' ? 'merge' : 'keep';
  return choices[line.field] ?? 'keep';
}

/** The choices to send: only fields that needed a choice and take the other record's value. */
export function chosenFields(lines: readonly MergeLine[], choices: MergeChoices): MergeChoices {
  return Object.fromEntries(
    lines
      .filter((line) => line.isOpen && winningSide(line, choices) === 'merge')
      .map((line) => [line.field, 'merge']),
  );
}

function textOf(person: Mergeable, field: MergeField): string {
  const value = person[field];
  return value === null ? '' : String(value);
}
