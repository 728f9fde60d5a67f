import { useMemo, useRef } from 'react';
import type { Action, ActionGroup } from '#domain/automations/action-types.ts';
import {
  chosenGroupId,
  chosenGroupIds,
  copyOf,
  type EditedGroup,
  editedGroup,
} from '#domain/automations/chosen-groups.ts';
import { getSettings } from '#features/company/settings-contract.ts';
import { useRead } from '#web/api.ts';
import { newRecordId } from '#web/editing/new-record-id.ts';
import { useTranslation } from '#web/i18n.ts';
import type { PageSlotProps } from '#web/page-slots.tsx';
import { useUser } from '#web/session.ts';
import { EmptyLine, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { listActionGroups } from '../../groups-contract.ts';
import { ActionsEditor } from '../editor/actions-editor.tsx';
import type { EditorPort } from '../editor/editor-port.ts';
import { groupFromWire } from '../from-wire.ts';
import { usePlannedTimes } from './planned-times.tsx';
import classes from './timeline.module.css';

type Props = Omit<PageSlotProps['appointment-dialog.actions'], 'onClose'>;

const nothingRan = new Map<string, string>();

/** The actions of a new appointment with their planned times. Edits stay in the draft until it is booked. */
export function DraftActions({ entries, facts, onChange }: Props) {
  const t = useTranslation('automations');
  const user = useUser();
  const company = useRead(listActionGroups, {});
  const settings = useRead(getSettings, { subscriberId: user.subscriber_id || user.id });
  const groups = useMemo(
    () => draftGroups(entries, (company.data ?? []).map(groupFromWire)),
    [entries, company.data],
  );
  const { automations_enabled = true, sending_hours = null } = settings.data ?? {};
  const all = useMemo(
    () => facts && { ...facts, automations_enabled, sending_hours },
    [facts, automations_enabled, sending_hours],
  );
  const planned = usePlannedTimes(groups, all, nothingRan);
  const port = useDraftPort(groups, entries, onChange);
  return (
    <div className={classes.stack}>
      <p style={{ margin: 0 }}>{t('job.draftHint')}</p>
      {company.status === 'loading' && <LinesSkeleton lines={3} height={40} />}
      {company.status === 'failed' && <ErrorState failure={company.failure} onRetry={company.retry} />}
      {company.data && groups.length === 0 && <EmptyLine>{t('job.noGroups')}</EmptyLine>}
      {groups.length > 0 && <ActionsEditor groups={groups} port={port} planned={planned} />}
    </div>
  );
}

/** Returns the chosen groups with the edits of the draft. */
function draftGroups(entries: readonly unknown[], company: readonly ActionGroup[]): ActionGroup[] {
  return chosenGroupIds(entries).flatMap((id) => {
    const group = company.find((one) => one.id === id);
    const edited = entries.map(editedGroup).find((one) => one?.id === id);
    return group ? [{ ...group, ...edited }] : [];
  });
}

/** Edits the groups of the draft: a group becomes an edited copy with its first change. */
function useDraftPort(
  groups: readonly ActionGroup[],
  entries: readonly unknown[],
  onChange: Props['onChange'],
): EditorPort {
  const latest = useRef({ groups, entries });
  latest.current = { groups, entries };
  return useMemo(() => {
    const edit = async (groupId: string, change: (group: ActionGroup) => Partial<EditedGroup>) => {
      const group = latest.current.groups.find((one) => one.id === groupId);
      if (!group) return false;
      const { id, name, enable, actions } = group;
      const edited: EditedGroup = { id, name, enable, actions, ...change(group) };
      latest.current = {
        groups: latest.current.groups.map((one) => (one.id === id ? { ...one, ...edited } : one)),
        entries: latest.current.entries.map((one) => (chosenGroupId(one) === id ? edited : one)),
      };
      onChange(latest.current.entries);
      return true;
    };
    const withActions = (groupId: string, change: (actions: Action[]) => Action[]) =>
      edit(groupId, ({ actions }) => ({ actions: change(actions) }));
    return {
      add: (id, action) => withActions(id, (all) => [...all, action]),
      restore: (id, action, place) => withActions(id, (all) => all.toSpliced(place, 0, action)),
      change: (id, action) =>
        withActions(id, (all) => all.map((one) => (one.id === action.id ? action : one))),
      remove: (id, actionId) => withActions(id, (all) => all.filter((one) => one.id !== actionId)),
      clone: (id, actionId) =>
        withActions(id, (all) =>
          all.flatMap((one) => (one.id === actionId ? [one, copyOf(one, newRecordId())] : [one])),
        ),
      order: (id, actionIds) => withActions(id, (all) => inOrder(all, actionIds)),
      setEnabled: (id, enable) => edit(id, () => ({ enable })),
    };
  }, [onChange]);
}

function inOrder(actions: readonly Action[], ids: readonly string[]): Action[] {
  return actions.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
