import { useMediaQuery } from '@mantine/hooks';

/** Returns true on phones (narrower than 768 px), from the first render on. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false });
}
