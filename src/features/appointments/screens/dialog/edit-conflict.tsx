import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { Appointment } from '../../contract.ts';
import classes from '../dialog.module.css';
import { groupOf } from '../draft/changed-fields.ts';
import { useAppointmentDialog } from '../draft/dialog-context.ts';
import { changedPayload, fieldsChangedByOthers, rebaseDialog } from '../draft/draft-changes.ts';
import { openForEdit } from '../draft/draft-edit.ts';
import type { DialogState } from '../draft/draft-state.ts';
import { ChangedList } from './changed-list.tsx';
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
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center', behavior: 'auto' });
    box.current?.querySelector('button')?.focus({ preventScroll: true });
  }, []);
  if (!state.today) return null;
  const changed = [
    ...new Set(fieldsChangedByOthers(state, openForEdit(theirs, defaults, state.today)).map(groupOf)),
  ];
  // An open subform belongs to the version it was opened on: its input would be lost.
  const unsaved = unsavedSubform(state, t);
  const mine = new Set(Object.keys(changedPayload(state)).map(groupOf));
  return (
    <div ref={box} className={classes.banner}>
      <Notice tone="warn" isNews title={t('changedElsewhere')}>
        <ChangedList groups={changed} mine={mine} theirs={theirs} />
        <div>{t('changedElsewhereHint')}</div>
        {unsaved && (
          <div id="unsaved-part" style={{ fontWeight: 500 }}>
            {unsaved.message}
          </div>
        )}
        <div className={classes.bannerButtons}>
          <Button variant="default" onClick={onDrop}>
            {t('dropMine')}
          </Button>
          <Button
            variant="light"
            disabled={unsaved !== null}
            {...(unsaved ? { 'aria-describedby': 'unsaved-part' } : {})}
            onClick={() => {
              // This button disappears: the focus moves to the open tab.
              const dialog = box.current?.closest('[role="dialog"]');
              dialog?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
              onContinue(rebaseDialog(theirs, state));
            }}
          >
            {t('keepMine')}
          </Button>
        </div>
      </Notice>
    </div>
  );
}
