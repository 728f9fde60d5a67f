import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatPhone } from '#domain/people/phone-format.ts';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { EntityPicker } from '#web/ui/inputs/entity-picker.tsx';
import { SearchBox } from '#web/ui/inputs/search-box.tsx';
import { FilterDays, FilterMenu, FilterPopover } from '#web/ui/table/filter-chips.tsx';
import { FilterRow } from '#web/ui/table/filter-row.tsx';
import { listWritableAppointments, listWritablePeople } from '../compose-contract.ts';
import { listMessageKinds, messageStates } from '../contract.ts';
import { type LogFilter, unfiltered } from './use-log-filter.ts';

interface Props {
  filter: LogFilter;
  onChange: (change: Partial<LogFilter>) => void;
}

/** What the log shows: by recipient, status, channel, kind, appointment, person and days. */
export function LogFilters({ filter, onChange }: Props) {
  const t = useTranslation('messages');
  const web = useTranslation('web');
  const { to, ...others } = filter;
  const { to: _, ...noFilter } = unfiltered;
  return (
    <>
      <SearchBox
        value={to}
        onSearch={(next) => onChange({ to: next })}
        label={t('log.search')}
        placeholder={t('log.search')}
      />
      <FilterRow label={t('log.filters')}>
        <FilterMenu
          label={t('log.status')}
          value={filter.state}
          options={messageStates.map((value) => ({ value, label: t(`log.is.${value}`) }))}
          onChange={(state) => onChange({ state })}
        />
        <FilterMenu
          label={t('compose.channel')}
          value={filter.channel}
          options={['email', 'text'].map((value) => ({ value, label: t(`log.channel.${value}`) }))}
          onChange={(channel) => onChange({ channel })}
        />
        <KindFilter filter={filter} onChange={onChange} />
        <AppointmentFilter filter={filter} onChange={onChange} />
        <PersonFilter filter={filter} onChange={onChange} />
        <FilterDays
          label={t('log.date')}
          from={filter.from}
          to={filter.until}
          onChange={(days) => onChange({ from: days.from, until: days.to })}
        />
        {Object.values(others).some(Boolean) && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChange(noFilter)}>
            {web('clearFilters')}
          </Button>
        )}
      </FilterRow>
    </>
  );
}

/** Offers the kinds that the company has sent. */
function KindFilter({ filter: { kind }, onChange }: Props) {
  const t = useTranslation('messages');
  const [isOpened, setOpened] = useState(false);
  const kinds = useRead(listMessageKinds, {}, { enabled: isOpened || kind !== '' }).data ?? [];
  const options = kinds.map((value) => ({ value, label: t(`templates.name.${value}`) }));
  return (
    <FilterMenu
      label={t('log.kind')}
      value={kind}
      options={options.toSorted((a, b) => a.label.localeCompare(b.label))}
      onChange={(next) => onChange({ kind: next })}
      onOpen={() => setOpened(true)}
    />
  );
}

function AppointmentFilter({ filter: { appointment }, onChange }: Props) {
  const t = useTranslation('messages');
  const found = useRead(
    listWritableAppointments,
    { appointment_id: appointment, perPage: 1 },
    { enabled: appointment !== '' },
  ).data?.pageData[0];
  const nameOf = (row: { order_id: string; address: string }) => row.order_id || row.address;
  return (
    <FilterPopover
      label={t('log.order')}
      shown={appointment && (found ? nameOf(found) : '…')}
      onClear={() => onChange({ appointment: '' })}
      title={t('log.order')}
    >
      {(close) => (
        <EntityPicker
          single
          inPopover
          autoFocus
          route={listWritableAppointments}
          inputFor={(text) => ({ perPage: 15, ...(text ? { text } : {}) })}
          value={found ? [found] : []}
          onChange={(rows) => {
            close();
            onChange({ appointment: rows.at(-1)?.id ?? '' });
          }}
          idOf={(row) => row.id}
          labelOf={nameOf}
          detailOf={(row) => row.address}
          label={t('log.order')}
          placeholder={t('compose.searchAppointment')}
        />
      )}
    </FilterPopover>
  );
}

function PersonFilter({ filter: { person }, onChange }: Props) {
  const t = useTranslation('messages');
  const { country_code } = useUser();
  const found = useRead(listWritablePeople, { person_id: person, perPage: 1 }, { enabled: person !== '' })
    .data?.pageData[0];
  return (
    <FilterPopover
      label={t('log.person')}
      shown={person && (found?.name ?? '…')}
      onClear={() => onChange({ person: '' })}
      title={t('log.person')}
    >
      {(close) => (
        <EntityPicker
          single
          inPopover
          autoFocus
          route={listWritablePeople}
          inputFor={(text) => ({ perPage: 15, ...(text ? { text } : {}) })}
          value={found ? [found] : []}
          onChange={(rows) => {
            close();
            onChange({ person: rows.at(-1)?.id ?? '' });
          }}
          idOf={(row) => row.id}
          labelOf={(row) => row.name}
          detailOf={(row) =>
            [row.email, formatPhone(row.phone, country_code ?? '')].filter(Boolean).join(' · ')
          }
          label={t('log.person')}
          placeholder={t('compose.searchPeople')}
        />
      )}
    </FilterPopover>
  );
}
