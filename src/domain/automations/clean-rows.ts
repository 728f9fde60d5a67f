import { accept, type Outcome, reject } from '../settings/rules.ts';

/** Cleans a list of objects, each with its place in the list in the names of its problems (`0.name`). */
export function rowsOf(
  value: unknown,
  most: number,
  clean: (row: Readonly<Record<string, unknown>>) => Outcome,
): Outcome {
  if (!Array.isArray(value)) return reject('Must be a list');
  if (value.length > most) return reject(`At most ${most} entries`);
  const problems: Record<string, string> = {};
  const values = value.map((row: unknown, at) => {
    const outcome = isObject(row) ? clean(row) : reject('Must be an object');
    if ('value' in outcome) return outcome.value;
    if ('problem' in outcome) problems[at] = outcome.problem;
    else for (const [name, problem] of Object.entries(outcome.problems)) problems[`${at}.${name}`] = problem;
    return null;
  });
  return Object.keys(problems).length > 0 ? { problems } : accept(values);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
