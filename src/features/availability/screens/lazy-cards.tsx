import { type ComponentProps, lazy, Suspense } from 'react';
import { CardSkeleton } from '#web/ui/feedback/states.tsx';
import type * as limits from './limits-card.tsx';
import type * as offers from './services-and-areas-cards.tsx';

// The week shows first; what stands below it comes after.
const Limits = lazy(async () => ({ default: (await import('./limits-card.tsx')).LimitsCard }));
const Areas = lazy(async () => ({ default: (await import('./services-and-areas-cards.tsx')).AreasCard }));
const Services = lazy(async () => ({
  default: (await import('./services-and-areas-cards.tsx')).ServicesCard,
}));

/** The limits of a technician, fetched behind the week. */
export function LimitsCard(props: ComponentProps<typeof limits.LimitsCard>) {
  return (
    <Suspense fallback={<CardSkeleton height={220} />}>
      <Limits {...props} />
    </Suspense>
  );
}

/** Where a technician goes, fetched behind the week. */
export function AreasCard(props: ComponentProps<typeof offers.AreasCard>) {
  return (
    <Suspense>
      <Areas {...props} />
    </Suspense>
  );
}

/** What a technician offers, fetched behind the week. */
export function ServicesCard(props: ComponentProps<typeof offers.ServicesCard>) {
  return (
    <Suspense>
      <Services {...props} />
    </Suspense>
  );
}
