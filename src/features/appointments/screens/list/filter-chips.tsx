import { Button, CloseButton } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import classes from './filter-dialog.module.css';
import { useFilterPeople } from './use-filter-people.ts';
import { dialogFilters, type Filter, type FilterKey, noFilter, type ShownTab } from './use-list-filter.ts';

interface Props {
  tab: ShownTab;
  filter: Filter;
  onChange: (part: Partial<Filter>) => void;
}

/** The filters set in the dialog as removable chips, and the button that clears all. Shown only while there are any. */
export function FilterChips({ tab, filter, onChange }: Props) {
  const t = useTranslation('appointments');
  const labelOf = useFilterLabels(filter);
  const keys = dialogFilters(tab, filter);
  return (
    <>
      {keys.map((key) => (
        <span key={key} className={classes.chip}>
          {labelOf(key)}
          <CloseButton
            size={26}
            iconSize={16}
            aria-label={t('removeNamed', { name: labelOf(key) })}
            onClick={() => onChange({ [key]: '' })}
          />
        </span>
      ))}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChange(noFilter)}>
        {t('clearFilters')}
      </Button>
    </>
  );
}

function useFilterLabels(filter: Filter): (key: FilterKey) => string {
  const t = useTranslation('appointments');
  const people = useFilterPeople(filter);
  return (key) => {
    const value = filter[key];
    switch (key) {
      case 'clientId':
      case 'agentId': {
        const role = t({ clientId: 'client', agentId: 'agent' }[key]);
        const person = people[key];
        return person ? `${role}: ${fullName(person)}` : role;
      }
      case 'silent':
        return t(value === 'yes' ? 'chip.silent' : 'chip.loud');
      case 'waiting':
        return t(value === 'yes' ? 'chip.waiting' : 'chip.notWaiting');
      case 'voided':
        return t(value === 'yes' ? 'chip.voided' : 'chip.notVoided');
      case 'signed':
      case 'published':
        return t(value === 'yes' ? `done.${key}` : `open.${key}`);
      default:
        return '';
    }
  };
}
