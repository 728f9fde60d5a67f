import { createContext, type ReactNode, use } from 'react';

/**
 * The current location and how to navigate. Each entry has its own router (the light one a very small one); links and
 * screens only use this.
 */
export interface PageLocation {
  /** '/appointments' */
  path: string;
  /** '?tab=all', or '' */
  search: string;
}
export type NavigateFn = (to: string, options?: { replace?: boolean; keepScroll?: boolean }) => void;

const PlaceContext = createContext<PageLocation>({ path: '/', search: '' });
// Separate from the location, so that links do not render again with every navigation.
const GoContext = createContext<NavigateFn>((to) => window.location.assign(to));

/** Provides the location to everything below; `go` must be a stable function. */
export function NavigationProvider({
  place,
  go,
  children,
}: {
  place: PageLocation;
  go: NavigateFn;
  children: ReactNode;
}) {
  return (
    <GoContext value={go}>
      <PlaceContext value={place}>{children}</PlaceContext>
    </GoContext>
  );
}

/** Returns the current path and search. */
export function usePageLocation(): PageLocation {
  return use(PlaceContext);
}

/**
 * Returns a function that navigates to a path of this entry without reloading the page; `replace` adds no history
 * entry.
 */
export function useNavigateTo(): NavigateFn {
  return use(GoContext);
}
