import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { Appointment } from '../../contract.ts';
import { ChangedList } from '../dialog/changed-list.tsx';
import classes from '../dialog.module.css';
import { changedGroups, groupOf } from '../draft/changed-fields.ts';
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
    <Changed
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
    </Changed>
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
    <Changed
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
    </Changed>
  );
}

const none: ReadonlySet<string> = new Set();

function Changed(props: {
  groups: readonly string[];
  mine: ReadonlySet<string>;
  theirs: Appointment;
  hint: string;
  children: ReactNode;
}) {
  const t = useTranslation('appointments');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center', behavior: 'auto' });
    box.current?.querySelector('button')?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box}>
      <Notice tone="warn" isNews title={t('changedElsewhere')}>
        <ChangedList groups={props.groups} mine={props.mine} theirs={props.theirs} />
        <div>{props.hint}</div>
        <div className={classes.bannerButtons}>{props.children}</div>
      </Notice>
    </div>
  );
}
