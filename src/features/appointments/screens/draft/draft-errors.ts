import type { DialogState } from './draft-state.ts';

/** The state without the messages of these fields (names of the payload): somebody is mending them. */
export function withoutErrors(state: DialogState, names: readonly string[]): DialogState {
  if (!names.some((name) => name in state.errors)) return state;
  const errors = Object.fromEntries(Object.entries(state.errors).filter(([name]) => !names.includes(name)));
  return { ...state, errors };
}
