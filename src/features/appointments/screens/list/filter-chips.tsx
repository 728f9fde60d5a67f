import { Button, CloseButton } from '@mantine/core';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import classes from './filter-dialog.module.css';
import { useFilterPeople } from './use-filter-people.ts';
import { activeFilters, type Filter, type FilterKey, noFilter, type ShownTab } from './use-list-filter.ts';

interface Props {
  tab: ShownTab;
  filter: Filter;
  onChange: (part: Partial<Filter>) => void;
}

/** The active filters as removable chips. */
export function FilterChips({ tab, filter, onChange }: Props) {
  const t = useTranslation('appointments');
  const labelOf = useFilterLabels(filter);
  const keys = activeFilters(tab, filter);
  if (keys.length === 0) return null;
  return (
    <div className={classes.chips}>
      {keys.map((key) => (
        <span key={key} className={classes.chip}>
          {labelOf(key)}
          <CloseButton
            size="sm"
            aria-label={t('removeNamed', { name: labelOf(key) })}
            onClick={() => onChange({ [key]: '' })}
          />
        </span>
      ))}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChange(noFilter)}>
        {t('clearFilters')}
      </Button>
    </div>
  );
}

function useFilterLabels(filter: Filter): (key: FilterKey) => string {
  const t = useTranslation('appointments');
  const format = useFormat();
  const people = useFilterPeople(filter);
  return (key) => {
    const value = filter[key];
    switch (key) {
      case 'state':
        return t(`status_of.${value}`);
      case 'from':
        return t('chip.from', { day: format.date(`${value}T12:00:00Z`, 'UTC') });
      case 'to':
        return t('chip.to', { day: format.date(`${value}T12:00:00Z`, 'UTC') });
      case 'technicianId':
      case 'clientId':
      case 'agentId': {
        const role = t({ technicianId: 'technician', clientId: 'client', agentId: 'agent' }[key]);
        const person = people[key];
        return person ? `${role}: ${fullName(person)}` : role;
      }
      case 'silent':
        return t(value === 'yes' ? 'chip.silent' : 'chip.loud');
      case 'voided':
        return t(value === 'yes' ? 'chip.voided' : 'chip.notVoided');
      case 'paid':
      case 'signed':
      case 'published':
        return t(value === 'yes' ? `done.${key}` : `open.${key}`);
      case 'sort':
        return t(`sort.${value}`);
    }
  };
}
