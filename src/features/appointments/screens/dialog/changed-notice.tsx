import { type ReactNode, useEffect, useRef } from 'react';
import { fullName } from '#domain/base/names.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { Appointment } from '../../contract.ts';
import classes from '../dialog.module.css';
import { fullAddressOf } from '../draft/draft-location.ts';

interface Props {
  /** By the names users know (`groupOf`). */
  groups: readonly string[];
  /** The groups that were changed here as well. */
  mine: ReadonlySet<string>;
  /** The current appointment. */
  theirs: Appointment;
}

/** Shows what another user changed, each with its current value, and the ways to continue. Moves into view. */
export function ChangedNotice(
  props: Props & {
    hint: string;
    /** Below the hint: what prevents continuing. */
    problem?: ReactNode;
    /** The buttons. */
    children: ReactNode;
    className?: string;
  },
) {
  const t = useTranslation('appointments');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center', behavior: 'auto' });
    box.current?.querySelector('button')?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} className={props.className}>
      <Notice tone="warn" isNews title={t('changedElsewhere')}>
        <ChangedList groups={props.groups} mine={props.mine} theirs={props.theirs} />
        <div>{props.hint}</div>
        {props.problem}
        <div className={classes.bannerButtons}>{props.children}</div>
      </Notice>
    </div>
  );
}

/** Lists what another user changed, each with its current value, so that the user can compare both versions. */
function ChangedList({ groups, mine, theirs }: Props) {
  const t = useTranslation('appointments');
  const now = useValueLabels(theirs);
  return (
    <ul className={classes.changed}>
      {groups.map((group) => {
        const name = t(`changedField.${group}`);
        const value = now(group);
        return (
          <li key={group}>
            {value === null ? name : t('changedTo', { name, now: value })}
            {mine.has(group) && ` (${t('changedByYouToo')})`}
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the current value of each group as one line; null for documents, which are merged without loss. */
function useValueLabels(appointment: Appointment): (group: string) => string | null {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { currency } = useUser();
  const listed = (parts: readonly string[]) => parts.filter((part) => part !== '').join(', ') || t('none');
  const { address, city, state, zip_code, square_feet, year_built, foundation, people } = appointment;
  const fact = (name: string, isSo: boolean) => `${t(name)} – ${t(isSo ? 'yes' : 'no')}`;
  const names = (isMeant: (role: string) => boolean) =>
    listed(people.filter(({ role }) => isMeant(role)).map(fullName));
  const labels: Record<string, () => string> = {
    status: () => t(`status_of.${appointment.display_status}`),
    address: () => fullAddressOf({ streetAndNumber: address, city, state, zipCode: zip_code }) || t('none'),
    property: () =>
      listed([
        square_feet === null ? '' : `${t('squareFeet')} ${format.number(square_feet)}`,
        year_built === null ? '' : `${t('yearBuilt')} ${year_built}`,
        foundation === null ? '' : t(`foundation.${foundation}`),
      ]),
    time: () => format.dateTimeRange(appointment.date_time, appointment.end_time, appointment.timezone),
    services: () =>
      listed([
        ...appointment.services.flatMap(({ name, add_ons }) => [name, ...add_ons.map((one) => one.name)]),
        appointment.total_fee === null ? '' : format.money(appointment.total_fee, currency),
      ]),
    technicians: () => names((role) => role === 'inspector'),
    people: () => names((role) => role !== 'inspector'),
    payment: () => listed([fact('requirePayment', appointment.require_payment), appointment.payment_notes]),
    information: () =>
      listed([
        fact('confirmed', appointment.confirm_inspection),
        fact('occupied', appointment.occupied),
        fact('utilitiesOn', appointment.utilities_on),
        fact('disableNotifications', appointment.disable_automated_notifications),
        appointment.inspection_notes,
      ]),
    subEvents: () => listed(appointment.inspection_events.map(({ name }) => name)),
  };
  return (group) => labels[group]?.() ?? null;
}
