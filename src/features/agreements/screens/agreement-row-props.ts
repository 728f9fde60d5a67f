import type { AppointmentAgreement } from '../contract.ts';

export interface RowProps {
  appointmentId: string;
  agreement: AppointmentAgreement;
  canEdit: boolean;
  /** A newer copy has replaced it. */
  isReplaced: boolean;
}
