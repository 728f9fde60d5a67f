import { useState } from 'react';
import { technicians } from '#features/people/team-contract.ts';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { personOptions } from '#web/ui/inputs/person-options.ts';
import { FilterDays, FilterMenu } from '#web/ui/table/filter-chips.tsx';
import { type Filter, mixedTabs, type ShownTab } from './use-list-filter.ts';

interface Props {
  tab: ShownTab;
  filter: Filter;
  onChange: (part: Partial<Filter>) => void;
}

/** The filters used every day, on the page itself. */
export function InlineFilters({ tab, filter, onChange }: Props) {
  const t = useTranslation('appointments');
  const [isWanted, setWanted] = useState(false);
  const team = useRead(
    technicians.list,
    { perPage: 100 },
    { enabled: isWanted || filter.technicianId !== '' },
  );
  return (
    <>
      <FilterDays label={t('filterOn.date')} from={filter.from} to={filter.to} onChange={onChange} />
      <FilterMenu
        label={t('technician')}
        value={filter.technicianId}
        options={personOptions(team.data?.pageData ?? [])}
        onChange={(technicianId) => onChange({ technicianId })}
        onOpen={() => setWanted(true)}
      />
      {tab !== 'unpaid' && (
        <FilterMenu
          label={t('filterOn.paid')}
          value={filter.paid}
          options={[
            { value: 'yes', label: t('done.paid') },
            { value: 'no', label: t('open.paid') },
          ]}
          onChange={(paid) => onChange({ paid })}
        />
      )}
      {mixedTabs.includes(tab) && (
        <FilterMenu
          label={t('status')}
          value={filter.state}
          options={['requested', 'scheduled', 'completed', 'canceled'].map((value) => ({
            value,
            label: t(`status_of.${value}`),
          }))}
          onChange={(state) => onChange({ state })}
        />
      )}
    </>
  );
}
