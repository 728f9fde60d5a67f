import { useMediaQuery } from '@mantine/hooks';

/** Returns whether a second column fits next to the first. */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false });
}
