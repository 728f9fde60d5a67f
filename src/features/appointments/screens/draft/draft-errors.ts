import type { DialogState } from './draft-state.ts';

/** Removes the messages of these payload fields: the user is fixing them. */
export function withoutErrors(state: DialogState, names: readonly string[]): DialogState {
  if (!names.some((name) => name in state.errors)) return state;
  const errors = Object.fromEntries(Object.entries(state.errors).filter(([name]) => !names.includes(name)));
  return { ...state, errors };
}
