import { Button } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import type { Appointment } from '../../contract.ts';
import classes from '../dialog.module.css';
import { groupOf } from '../draft/changed-fields.ts';
import { useAppointmentDialog } from '../draft/dialog-context.ts';
import { changedPayload, fieldsChangedByOthers, rebaseDialog } from '../draft/draft-changes.ts';
import { openForEdit } from '../draft/draft-edit.ts';
import type { DialogState } from '../draft/draft-state.ts';
import { ChangedNotice } from './changed-notice.tsx';
import { unsavedSubform } from './use-submit.ts';

interface Props {
  /** The current appointment. */
  theirs: Appointment;
  /** Called with the merged dialog state: theirs, with mine on top. */
  onContinue: (state: DialogState) => void;
  onDrop: () => void;
}

/** Reports a conflict: what another user changed, its current value, and which of it was changed here as well. */
export function EditConflict({ theirs, onContinue, onDrop }: Props) {
  const t = useTranslation('appointments');
  const { state, defaults } = useAppointmentDialog();
  if (!state.today) return null;
  const changed = [
    ...new Set(fieldsChangedByOthers(state, openForEdit(theirs, defaults, state.today)).map(groupOf)),
  ];
  // An open subform belongs to the version it was opened on: its input would be lost.
  const unsaved = unsavedSubform(state, t);
  const mine = new Set(Object.keys(changedPayload(state)).map(groupOf));
  const problem = unsaved && (
    <div id="unsaved-part" style={{ fontWeight: 500 }}>
      {unsaved.message}
    </div>
  );
  return (
    <ChangedNotice
      groups={changed}
      mine={mine}
      theirs={theirs}
      hint={t('changedElsewhereHint')}
      problem={problem}
      className={classes.banner}
    >
      <Button variant="default" onClick={onDrop}>
        {t('dropMine')}
      </Button>
      <Button
        variant="light"
        disabled={unsaved !== null}
        {...(unsaved ? { 'aria-describedby': 'unsaved-part' } : {})}
        onClick={(event) => {
          // This button disappears: the focus moves to the open tab.
          const dialog = event.currentTarget.closest('[role="dialog"]');
          dialog?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
          onContinue(rebaseDialog(theirs, state));
        }}
      >
        {t('keepMine')}
      </Button>
    </ChangedNotice>
  );
}
