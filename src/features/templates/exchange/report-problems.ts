import { type FileProblem, problemMessage } from '#domain/templates/file-problems.ts';
import type { TemplateContent } from '#domain/templates/template.ts';
import { countParts } from '#domain/templates/template-file.ts';
import { badInput } from '#wire/errors.ts';
import { type FileReport, mostProblems } from '../exchange-contract.ts';

/** The counts of a file and the first of its problems in wire format, worst first. */
export function reportOf(content: TemplateContent | null, problems: readonly FileProblem[]): FileReport {
  const of = (effect: FileProblem['effect']) => problems.filter((problem) => problem.effect === effect);
  const [refused, leftOut, changed] = [of('refused'), of('left_out'), of('changed')];
  return {
    name: content?.name ?? '',
    counts: content ? countParts(content) : { sections: 0, items: 0, comments: 0 },
    problems: [...refused, ...leftOut, ...changed]
      .slice(0, mostProblems)
      .map((problem) => ({ ...problem, message: problemMessage(problem) })),
    problem_counts: { refused: refused.length, left_out: leftOut.length, changed: changed.length },
  };
}

/** Most problems that an error names. */
const mostNamed = 50;

/** Throws BAD_USER_INPUT if nothing of the file can be imported, or if parts would be missing that the user did not agree to. */
export function refuseBadFile(report: FileReport, leaveOut: boolean): void {
  const [worst] = report.problems;
  if (worst?.effect === 'refused') throw badInput({ file: worst.message });
  if (leaveOut || report.problem_counts.left_out === 0) return;
  const named = report.problems.filter((problem) => problem.effect === 'left_out').slice(0, mostNamed);
  throw badInput({
    file: 'Parts of this file can’t be imported. Check the file first, then leave them out.',
    ...Object.fromEntries(
      named.map(({ row, place, message }) => [row === null ? place : `row ${row}: ${place}`, message]),
    ),
  });
}
