import { AgreementsCard } from '#features/agreements/screens/agreements-card.tsx';
import { PaymentsCard } from '#features/payments/screens/office/payments-card.tsx';
import { AccessCards } from '#features/portal/screens/access-cards.tsx';
import { ChangeRequestsCard } from '#features/portal/screens/change-requests-card.tsx';
import { RepairListsCard } from '#features/reports/screens/office/repair-lists-card.tsx';
import { ReportsCard } from '#features/reports/screens/office/reports-card.tsx';

/** The cards that features put on the details page, in one file because they are shown together. */
export const appointmentCards = {
  AccessCards,
  AgreementsCard,
  ChangeRequestsCard,
  PaymentsCard,
  RepairListsCard,
  ReportsCard,
};
