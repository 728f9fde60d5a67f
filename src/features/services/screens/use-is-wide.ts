import { useMediaQuery } from '@mantine/hooks';

/** True where there is room for a second column beside the first. */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false });
}
