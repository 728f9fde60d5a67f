import { useMemo } from 'react';
import { PageSlot } from '#web/page-slots.tsx';
import { useAppointmentDialog } from '../../draft/dialog-context.ts';
import { draftFacts } from '../../draft/draft-facts.ts';

/** The actions of the groups chosen in the dialog, with the time of the draft. */
export function PreviewActions({ onClose }: { onClose: () => void }) {
  const { state, dispatch } = useAppointmentDialog();
  const facts = useMemo(() => draftFacts(state), [state]);
  return (
    <PageSlot
      name="appointment-dialog.actions"
      entries={state.draft.information.action_groups}
      facts={facts}
      onChange={(entries) => dispatch({ type: 'information', patch: { action_groups: [...entries] } })}
      onClose={onClose}
    />
  );
}
