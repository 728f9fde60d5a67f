import { useWrite } from '#web/api.ts';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { useTranslation } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';
import { updateAppointment } from '../../booking-contract.ts';
import { type Appointment, confirmAppointment, unconfirmAppointment } from '../../contract.ts';
import type { DraftAction } from '../draft/draft-action.ts';
import type { DialogState } from '../draft/draft-state.ts';

interface Options {
  dispatch: (action: DraftAction) => void;
  onDone: (appointmentId: string) => void;
  onFail: (failure: ApiFailure) => boolean;
}

/** Saves an existing appointment: first the changes, then confirming or unconfirming, which is a separate command. */
export function useSave({ dispatch, onDone, onFail }: Options) {
  const t = useTranslation('appointments');
  const update = useWrite(updateAppointment, { onFail });
  const confirming = useWrite(confirmAppointment, { onFail });
  const unconfirming = useWrite(unconfirmAppointment, { onFail });

  async function save(draft: DialogState) {
    const appointment = draft.editing?.appointment;
    if (!appointment) return;
    const { changedPayload, confirmationChange, rebaseDialog } = await import('../draft/draft-changes.ts');
    const { id } = appointment;
    const changes = changedPayload(draft);
    let present: Appointment | null = appointment;
    if (Object.keys(changes).length > 0) {
      present = await update.send({ ...changes, id, rev: appointment.rev });
      if (present === null) return;
    }
    const act = confirmationChange(draft);
    // If the second step fails, the first is saved: the rest builds on it.
    if (act !== null && present !== appointment)
      dispatch({ type: 'begin', state: rebaseDialog(present, draft) });
    const { disable_automated_notifications: isSilent } = draft.draft.information;
    const input = { id, rev: present.rev, send_notifications: !isSilent, overrule: draft.overrule };
    if (act === 'confirm') present = await confirming.send(input);
    if (act === 'unconfirm') present = await unconfirming.send({ id, rev: input.rev });
    if (present === null) return;
    const isChanged = act !== null || Object.keys(changes).length > 0 || draft.attachments.length > 0;
    if (isChanged) toast(t('saved'), { kind: 'success' });
    onDone(id);
  }

  return { save, pending: update.pending || confirming.pending || unconfirming.pending };
}
