import { AutomationsCard } from '#features/automations/screens/appointment/automations-card.tsx';
import { DraftActionsDialog } from '#features/automations/screens/appointment/draft-actions-dialog.tsx';
import { MovedChangesNotice } from '#features/automations/screens/appointment/moved-changes-notice.tsx';
import { PlannedChangesNotice } from '#features/automations/screens/appointment/planned-changes-notice.tsx';

/** What automations put where appointments are, in one file because each part is small and loads the rest by itself. */
export const appointmentAutomations = {
  AutomationsCard,
  DraftActionsDialog,
  MovedChangesNotice,
  PlannedChangesNotice,
};
