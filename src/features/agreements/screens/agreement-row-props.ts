import type { AppointmentAgreement } from '../contract.ts';

export interface RowProps {
  appointmentId: string;
  agreement: AppointmentAgreement;
  canEdit: boolean;
  /** A newer copy stands in its place. */
  isReplaced: boolean;
}
