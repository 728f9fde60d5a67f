import { Checkbox, TextInput } from '@mantine/core';
import { canToggleNotifications, type DraftInformation } from '#domain/scheduling/appointment-draft.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { TextArea } from '#web/ui/inputs/text-area.tsx';
import classes from '../../dialog.module.css';
import { useLocalizeMessage } from '../../draft/booking-messages.ts';
import { useAppointmentDialog } from '../../draft/dialog-context.ts';
import { ActionGroupsField } from './action-groups-field.tsx';
import { AttachmentsField } from './attachments-field.tsx';

/** Order id, occupancy, notification settings, and notes for the technician. */
export function StepInformation() {
  const t = useTranslation('appointments');
  const localize = useLocalizeMessage();
  const { state, dispatch } = useAppointmentDialog();
  const { information } = state.draft;
  const patch = (change: Partial<DraftInformation>) => dispatch({ type: 'information', patch: change });
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        <TextInput
          label={t('orderId')}
          data-field="order_id"
          value={information.order_id}
          maxLength={30}
          autoComplete="off"
          onChange={(event) => patch({ order_id: event.currentTarget.value })}
          error={localize(state.errors.order_id)}
        />
        <TextArea
          label={t('inspectionNotes')}
          description={t('inspectionNotesHint')}
          data-field="inspection_notes"
          minRows={4}
          maxRows={10}
          maxLength={10_000}
          value={state.inspectionNotes}
          onChange={(event) => dispatch({ type: 'notes', text: event.currentTarget.value })}
          error={localize(state.errors.inspection_notes)}
        />
        <ActionGroupsField />
        <AttachmentsField />
      </div>
      <StatusChecks patch={patch} />
    </div>
  );
}

function StatusChecks({ patch }: { patch: (change: Partial<DraftInformation>) => void }) {
  const t = useTranslation('appointments');
  const { state, dispatch } = useAppointmentDialog();
  const { information } = state.draft;
  const mayToggle = canToggleNotifications(information);
  return (
    <fieldset className={classes.checks}>
      <legend className={classes.heading}>{t('status')}</legend>
      <Checkbox
        label={t('confirmed')}
        description={t('confirmedHint')}
        checked={information.confirm_inspection}
        onChange={(event) => dispatch({ type: 'confirmed', checked: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('occupied')}
        checked={information.occupied}
        onChange={(event) => patch({ occupied: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('utilitiesOn')}
        checked={information.utilities_on}
        onChange={(event) => patch({ utilities_on: event.currentTarget.checked })}
      />
      {!information.utilities_on && <Notice tone="warn">{t('utilitiesWarning')}</Notice>}
      <Checkbox
        label={t('disableNotifications')}
        description={mayToggle ? undefined : t('onlyConfirmed')}
        checked={information.disable_automated_notifications}
        disabled={!mayToggle}
        onChange={(event) => patch({ disable_automated_notifications: event.currentTarget.checked })}
      />
      {information.disable_automated_notifications && (
        <Notice tone="warn" isNews>
          {t('notificationsOff')}
        </Notice>
      )}
    </fieldset>
  );
}
