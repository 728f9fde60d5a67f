import { type ComponentProps, lazy, Suspense } from 'react';

const SavedViews = lazy(async () => ({ default: (await import('./saved-views-picker.tsx')).SavedViews }));

/** The menu of saved views of a list; the list does not wait for its code. */
export function LazySavedViews(props: ComponentProps<typeof SavedViews>) {
  return (
    <Suspense>
      <SavedViews {...props} />
    </Suspense>
  );
}
