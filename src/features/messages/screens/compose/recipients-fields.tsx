import { Checkbox, SegmentedControl } from '@mantine/core';
import { formatPhone } from '#domain/people/phone-format.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { EmptyLine, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { EntityPicker } from '#web/ui/inputs/entity-picker.tsx';
import { type Correspondent, listWritableAppointments, listWritablePeople } from '../../compose-contract.ts';
import classes from './compose.module.css';
import type { ComposeForm } from './use-compose-form.ts';

/** What the message is about, and who gets it. */
export function RecipientsFields({ form }: { form: ComposeForm }) {
  const t = useTranslation('messages');
  const { draft, change } = form;
  return (
    <div className={classes.fields}>
      <SegmentedControl
        aria-label={t('compose.about')}
        value={draft.about}
        onChange={(next) => change({ about: next as typeof draft.about, checked: {} })}
        data={(['appointment', 'people'] as const).map((value) => ({
          value,
          label: t(`compose.to.${value}`),
        }))}
      />
      {draft.about === 'appointment' ? <AppointmentField form={form} /> : <PeopleField form={form} />}
      <Recipients form={form} />
    </div>
  );
}

function AppointmentField({ form: { draft, change, error } }: { form: ComposeForm }) {
  const t = useTranslation('messages');
  const format = useFormat();
  const { timezone } = useUser();
  return (
    <EntityPicker
      single
      route={listWritableAppointments}
      inputFor={(text) => ({ perPage: 15, ...(text ? { text } : {}) })}
      value={draft.appointment ? [draft.appointment] : []}
      onChange={(rows) => change({ appointment: rows.at(-1) ?? null, checked: {} })}
      idOf={(row) => row.id}
      labelOf={(row) => [row.order_id, row.address].filter(Boolean).join(' · ')}
      detailOf={(row) => row.date_time && format.dateTime(row.date_time, timezone)}
      label={t('log.order')}
      placeholder={t('compose.searchAppointment')}
      error={error('about')}
      required
    />
  );
}

function PeopleField({ form: { draft, change, error } }: { form: ComposeForm }) {
  const t = useTranslation('messages');
  const { country_code } = useUser();
  return (
    <EntityPicker
      route={listWritablePeople}
      inputFor={(text) => ({ perPage: 15, ...(text ? { text } : {}) })}
      value={draft.contacts}
      onChange={(contacts) => change({ contacts })}
      idOf={(row) => row.id}
      labelOf={(row) => row.name}
      detailOf={(row) => [row.email, formatPhone(row.phone, country_code ?? '')].filter(Boolean).join(' · ')}
      label={t('compose.people')}
      placeholder={t('compose.searchPeople')}
      error={error('about')}
      required
    />
  );
}

function Recipients({ form }: { form: ComposeForm }) {
  const t = useTranslation('messages');
  const { people, draft } = form;
  const hasSubject = draft.about === 'appointment' ? draft.appointment !== null : draft.contacts.length > 0;
  if (!hasSubject) return null;
  if (people.status === 'failed') return <ErrorState failure={people.failure} onRetry={people.retry} />;
  if (!people.data) return <LinesSkeleton lines={2} />;
  const { people: all } = people.data;
  if (all.length === 0) return <EmptyLine>{t('compose.noPeople')}</EmptyLine>;
  return (
    <Checkbox.Group
      label={t('templates.recipients')}
      value={form.chosen.map((one) => one.person_id)}
      onChange={(ids) =>
        form.change({
          checked: Object.fromEntries(all.map((one) => [one.person_id, ids.includes(one.person_id)])),
        })
      }
      error={form.error('people')}
    >
      <ul className={classes.people}>
        {all.map((one) => (
          <li key={one.person_id}>
            <Recipient one={one} channel={draft.channel} />
          </li>
        ))}
      </ul>
    </Checkbox.Group>
  );
}

function Recipient({ one, channel }: { one: Correspondent; channel: 'email' | 'text' }) {
  const t = useTranslation('messages');
  const { country_code } = useUser();
  const refused = one.refused[channel];
  const address = channel === 'email' ? one.email : formatPhone(one.phone, country_code ?? '');
  const facts = [t(`compose.role.${one.role}`), address, t(`templates.lang.${one.lang}`)]
    .filter(Boolean)
    .join(' · ');
  return (
    <Checkbox
      value={one.person_id}
      label={one.name || address}
      description={
        <>
          {facts}
          {refused && <span className={classes.refused}>{t(`compose.refused.${refused}`)}</span>}
        </>
      }
      disabled={refused !== null}
    />
  );
}
