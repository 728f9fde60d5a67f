import { createContext, type ReactNode, use } from 'react';

/**
 * Where we are and how to go elsewhere. Each entry has its own router (the light one a very small one); links and
 * screens know only this.
 */
export interface PageLocation {
  /** '/appointments' */
  path: string;
  /** '?tab=all', or '' */
  search: string;
}
export type NavigateFn = (to: string, options?: { replace?: boolean; keepScroll?: boolean }) => void;

const PlaceContext = createContext<PageLocation>({ path: '/', search: '' });
// Apart from the place, so that a link does not render again at every step.
const GoContext = createContext<NavigateFn>((to) => window.location.assign(to));

/** Tells everything below where it is; `go` must stay the same function. */
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

/** The path and search shown. */
export function usePageLocation(): PageLocation {
  return use(PlaceContext);
}

/** Goes to a path of this entry without loading the page anew; `replace` leaves no step back. */
export function useNavigateTo(): NavigateFn {
  return use(GoContext);
}
