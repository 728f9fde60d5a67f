import { Skeleton } from '@mantine/core';
import { type ComponentProps, Suspense } from 'react';
import { lazy } from '../../loading/lazy.ts';

const DateField = lazy(async () => ({ default: (await import('./date-field.tsx')).DateField }));

/** A date field for pages on which it is rare: its code loads when it is first shown. */
export function LazyDateField(props: ComponentProps<typeof DateField>) {
  return (
    <Suspense fallback={<Skeleton h={props.label ? 60 : 36} />}>
      <DateField {...props} />
    </Suspense>
  );
}
