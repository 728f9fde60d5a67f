import { type DuplicateGroup, type MergeField, mergeFields } from '../merge-contract.ts';

export type Mergeable = DuplicateGroup['people'][number];
export type MergeSide = 'keep' | 'merge';
export type MergeChoices = Partial<Record<MergeField, MergeSide>>;

/** A field of two records that are to become one. */
export interface MergeLine {
  field: MergeField;
  keep: string;
  merge: string;
  /** Both have something else to say, so somebody has to choose; else what is there is taken. */
  isOpen: boolean;
}

/** The fields in which two records differ, in the order they are read. What both have alike is no line. */
export function mergeLines(keep: Mergeable, merge: Mergeable): MergeLine[] {
  return mergeFields
    .map((field) => ({ field, keep: textOf(keep, field), merge: textOf(merge, field) }))
    .filter((line) => line.keep !== line.merge)
    .map((line) => ({ ...line, isOpen: line.keep !== '' && line.merge !== '' }));
}

/** Whose value a line ends with, given what was chosen: the one that stays unless told otherwise, never an empty one. */
export function winningSide(line: MergeLine, choices: MergeChoices): MergeSide {
  if (!line.isOpen) return line.keep === '' ? 'merge' : 'keep';
  return choices[line.field] ?? 'keep';
}

/** What the call is told: only what was open and goes to the other. */
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
