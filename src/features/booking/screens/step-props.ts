import type { BookingMode, FormStep } from '#domain/booking/booking-form.ts';
import type { BookingPage } from '../contract.ts';
import type { Answers, Problems } from './booking-answers.ts';
import type { VisitorCheck } from './protection/use-visitor-check.ts';
import type { HoldState } from './use-hold.ts';

/** What every step of the form gets. */
export interface StepProps {
  page: BookingPage;
  mode: BookingMode;
  isEmbedded: boolean;
  answers: Answers;
  change: (more: Partial<Answers>) => void;
  problems: Problems;
  holding: HoldState;
  /** Null on pages that a personal link protects. */
  check: VisitorCheck | null;
  /** Only this technician's times are shown. */
  technicianId?: string | null;
  /** Shown instead of free times is another next step, so that of the form steps back. */
  setStuck?: (isStuck: boolean) => void;
  go: (step: FormStep) => void;
  /** Continues with the same answers as a request, which needs no free time. */
  toRequest: () => void;
}
