import { useCallback, useEffect, useState } from 'react';
import { type FormStep, formSteps } from '#domain/booking/booking-form.ts';
import { newRecordId } from '#web/editing/new-record-id.ts';
import { postToParent } from './post-to-parent.ts';

/**
 * The current step of the form. Each step is an entry of the browser's history under the same address, so that the back
 * button goes a step back. Entries of an earlier form, from before a reload, lead to the first step: their answers are
 * gone.
 */
export function useSteps(): { step: FormStep; go: (step: FormStep) => void } {
  const [form] = useState(newRecordId);
  const [step, setStep] = useState<FormStep>('property');
  useEffect(() => {
    const follow = (event: PopStateEvent) => {
      const state = event.state as { form?: string; step?: string } | null;
      const known = state?.form === form ? formSteps.find((one) => one === state.step) : undefined;
      setStep(known ?? 'property');
    };
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [form]);
  const go = useCallback(
    (next: FormStep) => {
      window.history.pushState({ form, step: next }, '');
      setStep(next);
      window.scrollTo(0, 0);
      postToParent({ type: 'gable-step' });
    },
    [form],
  );
  return { step, go };
}
