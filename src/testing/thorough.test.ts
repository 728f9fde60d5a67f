import { afterEach, describe, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Loads the module as a run with this setting does. */
async function loadWith(setting: string): Promise<typeof import('./thorough.ts')> {
  vi.stubEnv('GABLE_THOROUGH', setting);
  vi.resetModules();
  return import('./thorough.ts');
}

describe.each([0, 1, 2, 3, 5, 8, 21])('%i variants', (length) => {
  const forms = Array.from({ length }, (_, i) => i);

  test('are all used in a thorough run', async () => {
    const { inRotation } = await loadWith('1');
    expect(inRotation(forms, 3, 1)).toEqual(forms);
  });

  test('rotate otherwise: no turn is empty, and each variant is used in one turn', async () => {
    const { inRotation } = await loadWith('');
    const turns = [0, 1, 2].map((turn) => inRotation(forms, 3, turn));
    expect(turns.every((turn) => length === 0 || turn.length > 0)).toBe(true);
    expect([...new Set(turns.flat())].toSorted((a, b) => a - b)).toEqual(forms);
    if (length >= 3) expect(turns.flat()).toHaveLength(length);
  });
});
