import { useEffect } from 'react';
import type { Problems } from './booking-answers.ts';

/** Moves the focus to the first field that has to be corrected. */
export function useFocusOnProblem(problems: Problems, attempt: number): void {
  useEffect(() => {
    if (Object.keys(problems).length === 0) return;
    requestAnimationFrame(() => {
      document.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]')?.focus();
    });
    // Runs once for each attempt, not while the fields are corrected.
  }, [attempt]);
}
