import type { DialogState } from './draft-state.ts';

/** Removes the messages of these payload fields and of what they contain: the user is fixing them. */
export function withoutErrors(state: DialogState, names: readonly string[]): DialogState {
  const isFixed = (field: string) => names.some((name) => field === name || field.startsWith(`${name}.`));
  const rest = Object.entries(state.errors).filter(([field]) => !isFixed(field));
  return rest.length === Object.keys(state.errors).length
    ? state
    : { ...state, errors: Object.fromEntries(rest) };
}
