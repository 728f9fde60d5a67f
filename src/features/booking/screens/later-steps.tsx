import type { FormStep } from '#domain/booking/booking-form.ts';
import { CheckMailPanel } from './check-mail-panel.tsx';
import { DetailsStep } from './details-step.tsx';
import { DonePanel } from './done-panel.tsx';
import { ReviewStep } from './review-step.tsx';
import { ServicesStep } from './services-step.tsx';
import type { StepProps } from './step-props.ts';
import { TimeStep } from './time-step.tsx';
import { WishStep } from './wish-step.tsx';

export { CheckMailPanel, DonePanel };

/** A step after the first. Of the times, only those of `technicianId` if there is one. */
export function LaterStep({ step, ...props }: StepProps & { step: FormStep; technicianId?: string | null }) {
  if (step === 'services') return <ServicesStep {...props} />;
  if (step === 'time') return props.mode === 'schedule' ? <TimeStep {...props} /> : <WishStep {...props} />;
  return step === 'details' ? <DetailsStep {...props} /> : <ReviewStep {...props} />;
}
