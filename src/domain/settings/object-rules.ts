/** Rules for settings whose values are objects. */

import { isClientRole, type RoleRights, sanitizeRights } from '../people/client-rights.ts';
import { accept, checkFields, reject, type TypedRule, typed, type WireType } from './rules.ts';

type Values<R> = { [K in keyof R]: R[K] extends TypedRule<infer T> ? T : never };

/** An object of fields, each with its rule; a change may contain some of them. */
export const group = <R extends Record<string, TypedRule<unknown>>>(
  rules: R,
): TypedRule<Values<R>, Partial<Values<R>>> =>
  typed({ fields: wiresOf(rules), merged: true }, (value, facts) => {
    if (!isObject(value)) return reject('Must be an object');
    const { values, problems } = checkFields(rules, value, facts);
    return Object.keys(problems).length > 0 ? { problems } : accept(values);
  });

/** Values by name, all of one rule; empty ones are left out. */
export const optionalTexts = <N extends string>(
  names: readonly N[],
  rule: TypedRule<string>,
): TypedRule<Partial<Record<N, string>>> =>
  typed(
    { fields: Object.fromEntries(names.map((name) => [name, { optional: rule.wire }])) },
    (value, facts) => {
      if (!isObject(value)) return reject('Must be an object');
      const filled = Object.entries(value).filter(
        ([name, text]) =>
          !(names as readonly string[]).includes(name) || (typeof text === 'string' && text.trim() !== ''),
      );
      const { values, problems } = checkFields(
        Object.fromEntries(names.map((name) => [name, rule])),
        Object.fromEntries(filled),
        facts,
      );
      return Object.keys(problems).length > 0 ? { problems } : accept(values);
    },
  );

/** Permissions of each role that has a personal link; only those that were set. */
export const roleRightsRule = typed<RoleRights>('roleRights', (value) => {
  if (!isObject(value)) return reject('Must be an object');
  const cleaned: RoleRights = {};
  const problems: Record<string, string> = {};
  for (const [role, rights] of Object.entries(value)) {
    const clean = sanitizeRights(rights);
    const isWhole = isObject(rights) && Object.keys(rights).every((key) => Object.hasOwn(clean, key));
    if (!isClientRole(role) || !isWhole) problems[role] = 'Unknown field';
    else if (Object.keys(clean).length > 0) cleaned[role] = clean;
  }
  return Object.keys(problems).length > 0 ? { problems } : accept(cleaned);
});

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wiresOf(rules: Record<string, TypedRule<unknown>>): Record<string, WireType> {
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, rule.wire]));
}
