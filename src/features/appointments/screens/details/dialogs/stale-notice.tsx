import { Button } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import type { Appointment } from '../../../contract.ts';
import { ChangedNotice } from '../../dialog/changed-notice.tsx';
import { changedGroups, groupOf } from '../../draft/changed-fields.ts';
import type { useAppointmentForm } from './use-appointment-form.ts';
import type { useFormBase } from './use-form-base.ts';

type Edit = Pick<ReturnType<typeof useAppointmentForm>, 'base' | 'theirs' | 'changed' | 'rebase' | 'drop'>;
type Seen = Pick<ReturnType<typeof useFormBase>, 'base' | 'theirs' | 'rebase'>;

/** Shows what another user changed while this form was open, and offers to continue; otherwise renders nothing. */
export function StaleFormNotice({ edit }: { edit: Edit }) {
  const t = useTranslation('appointments');
  const { base, theirs } = edit;
  if (theirs === null) return null;
  const mine = new Set(Object.keys(edit.changed).map(groupOf));
  return (
    <ChangedNotice
      groups={changedGroups(base, theirs)}
      mine={mine}
      theirs={theirs}
      hint={t('changedElsewhereHint')}
    >
      <Button variant="default" onClick={edit.drop}>
        {t('dropMine')}
      </Button>
      <Button variant="light" onClick={edit.rebase}>
        {t('keepMine')}
      </Button>
    </ChangedNotice>
  );
}

/**
 * Shows what another user changed before an action on the appointment, and offers to continue if it is still possible;
 * otherwise renders nothing.
 */
export function StaleActionNotice({ seen, act }: { seen: Seen; act: keyof Appointment['may'] }) {
  const t = useTranslation('appointments');
  const { base, theirs } = seen;
  if (theirs === null) return null;
  const isPossible = theirs.may[act];
  return (
    <ChangedNotice
      groups={changedGroups(base, theirs)}
      mine={none}
      theirs={theirs}
      hint={t(isPossible ? 'changedBeforeHint' : 'changedBeforeOver')}
    >
      {isPossible && (
        <Button variant="light" onClick={seen.rebase}>
          {t('goOn')}
        </Button>
      )}
    </ChangedNotice>
  );
}

const none: ReadonlySet<string> = new Set();
