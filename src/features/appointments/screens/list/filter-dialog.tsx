import { Button, SegmentedControl, Select } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { agents, clients } from '#features/people/contract.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import { EntityPicker } from '#web/ui/inputs/entity-picker.tsx';
import { fullName, PersonAvatar } from '#web/ui/layout/person-avatar.tsx';
import classes from './filter-dialog.module.css';
import { type FilterPeople, type NamedPerson, useFilterPeople } from './use-filter-people.ts';
import { type answers, type Filter, noFilter, type ShownTab } from './use-list-filter.ts';

interface Props {
  tab: ShownTab;
  filter: Filter;
  opened: boolean;
  onClose: () => void;
  onApply: (filter: Filter) => void;
}

/** The filters that the page itself does not offer, applied at once. */
export function FilterDialog(props: Props) {
  const t = useTranslation('appointments');
  const formId = useId();
  return (
    <GuardedDialog
      opened={props.opened}
      onClose={props.onClose}
      title={t('filters')}
      width={620}
      footer={
        <>
          <Button
            variant="subtle"
            color="gray"
            mr="auto"
            onClick={() => {
              props.onApply(noFilter);
              props.onClose();
            }}
          >
            {t('clearFilters')}
          </Button>
          <CancelButton />
          <Button type="submit" form={formId}>
            {t('applyFilters')}
          </Button>
        </>
      }
    >
      {props.opened && <Fields {...props} formId={formId} />}
    </GuardedDialog>
  );
}

function Fields({ tab, filter, onApply, onClose, formId }: Props & { formId: string }) {
  const t = useTranslation('appointments');
  const [wanted, setWanted] = useState(filter);
  const mayPublish = allows(useActor(), 'can_publish_report');
  const set = (part: Partial<Filter>) => setWanted((all) => ({ ...all, ...part }));
  return (
    <form
      id={formId}
      className={classes.fields}
      aria-label={t('filters')}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(wanted);
        onClose();
      }}
    >
      <Select
        label={t('sortBy')}
        value={wanted.sort || 'usual'}
        allowDeselect={false}
        onChange={(sort) => set({ sort: sort === null || sort === 'usual' ? '' : sort })}
        data={[
          { value: 'usual', label: t(tab === 'upcoming' ? 'sort.date_time' : 'sort.-date_time') },
          ...(tab === 'upcoming' ? ['-date_time'] : ['date_time'])
            .concat('-created_at', 'created_at')
            .map((value) => ({ value, label: t(`sort.${value}`) })),
        ]}
      />
      <PeopleFields wanted={wanted} set={set} />
      <YesNo name="signed" {...{ wanted, set }} />
      <YesNo name="published" {...{ wanted, set }} />
      <YesNo name="voided" {...{ wanted, set }} />
      <YesNo name="silent" {...{ wanted, set }} />
      {mayPublish && <YesNo name="waiting" {...{ wanted, set }} />}
    </form>
  );
}

interface Part {
  wanted: Filter;
  set: (part: Partial<Filter>) => void;
}

function PeopleFields({ wanted, set }: Part) {
  const t = useTranslation('appointments');
  const known = useFilterPeople(wanted);
  const [picked, setPicked] = useState<FilterPeople>({});
  const field = (key: keyof FilterPeople, label: string, route: typeof clients.list): ReactNode => {
    const person = wanted[key] === '' ? undefined : (picked[key] ?? known[key]);
    return (
      <EntityPicker
        single
        route={route}
        inputFor={(text) => ({ perPage: 15, ...(text ? { text } : {}) })}
        value={(person ? [person] : []) as never}
        onChange={(rows) => {
          const next = rows.at(-1) as NamedPerson | undefined;
          setPicked((all) => ({ ...all, [key]: next }));
          set({ [key]: next?.id ?? '' });
        }}
        idOf={(row) => row.id}
        labelOf={fullName}
        iconOf={(row) => <PersonAvatar {...row} size={24} />}
        label={label}
        placeholder={t('anybody')}
      />
    );
  };
  return (
    <>
      {field('clientId', t('client'), clients.list)}
      {field('agentId', t('agent'), agents.list as unknown as typeof clients.list)}
    </>
  );
}

function YesNo({ name, wanted, set }: Part & { name: (typeof answers)[number] }) {
  const t = useTranslation('appointments');
  const labelId = useId();
  return (
    <div className={classes.answer}>
      <span id={labelId} className={classes.label}>
        {t(`filter.${name}`)}
      </span>
      <SegmentedControl
        fullWidth
        aria-labelledby={labelId}
        value={wanted[name] || 'any'}
        onChange={(value) => set({ [name]: value === 'any' ? '' : value })}
        data={[
          { value: 'any', label: t('either') },
          { value: 'yes', label: t('yes') },
          { value: 'no', label: t('no') },
        ]}
      />
    </div>
  );
}
