import { useEffect, useId, useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { SavedViews } from '#features/auth/screens/saved-views-picker.tsx';
import { useRead } from '#web/api.ts';
import { usePreserveInput, useRestoredInput } from '#web/editing/preserved-input.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { useActor, useUser } from '#web/session.ts';
import { IconPlus } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { ListTabs } from '#web/ui/table/list-tabs.tsx';
import { countPeople } from '../contract.ts';
import { ContactList } from './contact-list.tsx';
import { LazyPersonModal } from './lazy-person-modal.tsx';
import { MoreMenu } from './more-menu.tsx';
import { canSeeTab, isTeamType, type PeopleTab, peopleTabs, requiredEditRight } from './person-types.ts';
import { TeamList } from './team-list.tsx';

/** What the modal edits: nothing (closed), a new record (id null) or an existing one. */
type Editing = { id: string | null } | null;

/** The columns the user selected for a tab; null while it shows its own. */
function columnsOf(list: string, saved: Readonly<Record<string, string[]>> | undefined) {
  const shown = saved?.[list];
  return shown?.length ? { list, shown } : null;
}

/** A company's clients, agents, contractors and team. */
export function PeoplePage() {
  const t = useTranslation('people');
  const actor = useActor();
  const { saved_columns } = useUser();
  const panelId = useId();
  const [url, changeUrl] = useUrlState({ tab: '', text: '', status: '', add: '' });
  // After signing in again, reopen the form the user was filling in.
  const [editing, setEditing] = useState(useRestoredInput<NonNullable<Editing>>('people.open'));
  usePreserveInput('people.open', () => editing);
  const shown = peopleTabs.filter((one) => canSeeTab(actor, one));
  const tab = shown.find((one) => one === url.tab) ?? 'clients';
  const { data: counts } = useRead(countPeople, {});
  const mayEdit = allows(actor, requiredEditRight(tab));
  const add = () => setEditing({ id: null });
  // The search opens the page with the form of a new person.
  useEffect(() => {
    if (url.add === '') return;
    changeUrl({ add: '' });
    if (mayEdit) setEditing({ id: null });
  }, [url.add, mayEdit, changeUrl]);
  const list = {
    filter: { text: url.text, status: url.status },
    onFilter: changeUrl,
    onAdd: add,
    onEdit: (id: string) => setEditing({ id }),
  };
  return (
    <>
      <PageHeader
        title={t('pageTitle')}
        purpose={t('pagePurpose')}
        actions={
          <>
            <SavedViews list="people" columns={columnsOf(`people.${tab}`, saved_columns)} />
            <MoreMenu tab={tab} filter={list.filter} />
          </>
        }
        primary={
          mayEdit
            ? { label: t(`add.${tab}`), icon: <IconPlus size={18} aria-hidden />, onClick: add }
            : undefined
        }
      />
      <ListTabs
        label={t('pageTitle')}
        panelId={panelId}
        tabs={shown.map((id) => ({ id, label: t(`many.${id}`), count: counts?.[id].total }))}
        active={tab}
        onChange={(next: PeopleTab) =>
          changeUrl({ tab: next === 'clients' ? '' : next, text: '', status: '' })
        }
      />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${tab}`}>
        {isTeamType(tab) ? (
          <TeamList key={tab} kind={tab} {...list} />
        ) : (
          <ContactList key={tab} tab={tab} {...list} />
        )}
      </div>
      <LazyPersonModal
        soon
        type={tab}
        opened={editing !== null}
        id={editing?.id ?? null}
        onClose={() => setEditing(null)}
      />
    </>
  );
}
