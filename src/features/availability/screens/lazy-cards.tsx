import { type ComponentProps, Suspense } from 'react';
import { lazy } from '#web/loading/lazy.ts';
import { CardSkeleton } from '#web/ui/feedback/states.tsx';
import type * as offers from './services-and-areas-cards.tsx';

// The week renders first; the cards below load afterwards.
const Limits = lazy(async () => ({ default: (await import('./limits-card.tsx')).LimitsCard }));
const Areas = lazy(async () => ({ default: (await import('./services-and-areas-cards.tsx')).AreasCard }));
const Services = lazy(async () => ({
  default: (await import('./services-and-areas-cards.tsx')).ServicesCard,
}));

/** The limits of a technician, loaded after the week. */
export function LimitsCard() {
  return (
    <Suspense fallback={<CardSkeleton height={220} />}>
      <Limits />
    </Suspense>
  );
}

/** The service areas of a technician, loaded after the week. */
export function AreasCard(props: ComponentProps<typeof offers.AreasCard>) {
  return (
    <Suspense>
      <Areas {...props} />
    </Suspense>
  );
}

/** The services of a technician, loaded after the week. */
export function ServicesCard(props: ComponentProps<typeof offers.ServicesCard>) {
  return (
    <Suspense>
      <Services {...props} />
    </Suspense>
  );
}
