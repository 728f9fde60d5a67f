import { fullName } from '#domain/names.ts';
import { useFormat } from '#web/format.ts';
import { useText } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import type { Appointment } from '../contract.ts';
import classes from './dialog.module.css';
import { stretchText } from './stretch-text.ts';

interface Props {
  /** By the names people know (`groupOf`). */
  groups: readonly string[];
  /** Those that were changed here as well. */
  mine: ReadonlySet<string>;
  /** The appointment as it stands now. */
  theirs: Appointment;
}

/** What somebody else changed of an appointment, each with what it is now: whoever decides between two words sees both. */
export function ChangedList({ groups, mine, theirs }: Props) {
  const t = useText('appointments');
  const now = useWords(theirs);
  return (
    <ul className={classes.changed}>
      {groups.map((group) => {
        const said = now(group);
        return (
          <li key={group}>
            {t(`changedField.${group}`)}
            {said !== null && `: ${said}`}
            {mine.has(group) && ` (${t('changedByYouToo')})`}
          </li>
        );
      })}
    </ul>
  );
}

/** What an appointment says by each of those names, in a line; null for what does not fit into one. */
function useWords(appointment: Appointment): (group: string) => string | null {
  const t = useText('appointments');
  const format = useFormat();
  const { currency } = useUser();
  const listed = (words: readonly string[]) => words.filter((word) => word !== '').join(', ') || t('none');
  const { address, city, state, zip_code, square_feet, year_built, foundation, people } = appointment;
  const names = (isMeant: (role: string) => boolean) =>
    listed(people.filter(({ role }) => isMeant(role)).map(fullName));
  const says: Record<string, () => string> = {
    status: () => t(`status_of.${appointment.display_status}`),
    address: () => listed([address, city, `${state} ${zip_code}`.trim()]),
    property: () =>
      [
        square_feet === null ? null : `${t('squareFeet')} ${format.number(square_feet)}`,
        year_built === null ? null : `${t('yearBuilt')} ${year_built}`,
        foundation === null ? null : t(`foundation.${foundation}`),
      ]
        .filter((part) => part !== null)
        .join(', ') || t('unknown.value'),
    time: () =>
      stretchText({ start: appointment.date_time, end: appointment.end_time }, format, appointment.timezone),
    services: () =>
      listed([
        ...appointment.services.flatMap(({ name, add_ons }) => [name, ...add_ons.map((one) => one.name)]),
        appointment.total_fee === null ? '' : format.money(appointment.total_fee, currency),
      ]),
    technicians: () => names((role) => role === 'inspector'),
    people: () => names((role) => role !== 'inspector'),
    payment: () =>
      listed([
        `${t('requirePayment')} – ${t(appointment.require_payment ? 'yes' : 'no')}`,
        appointment.payment_notes,
      ]),
    subEvents: () => listed(appointment.inspection_events.map(({ name }) => name)),
  };
  return (group) => says[group]?.() ?? null;
}
