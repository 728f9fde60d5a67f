import { americanStates, provinces } from './state-names.ts';

const known: Readonly<Record<string, { names: Readonly<Record<string, string>>; problem: string }>> = {
  US: { names: americanStates, problem: 'Enter the state by its name or code, such as TX' },
  CA: { names: provinces, problem: 'Enter the province by its name or code, such as ON' },
};

/** Returns what is wrong with a state as typed, or null; empty is valid, and so is any text where states are not coded. */
export function stateProblem(typed: string, countryCode: string): string | null {
  const country = known[countryCode];
  if (!country || typed === '') return null;
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[^a-z]/gi, '')
      .toLowerCase();
  const isKnown = Object.entries(country.names).some((names) =>
    names.some((name) => plain(name) === plain(typed)),
  );
  return isKnown ? null : country.problem;
}
