import { MultiSelect } from '@mantine/core';
import { useMemo } from 'react';
import { useRead, useWrite } from '#web/api.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { EmptyLine } from '#web/ui/feedback/states.tsx';
import type { RouteOutput } from '#wire/route.ts';
import type { getAppointmentAutomations } from '../../appointment-contract.ts';
import { chooseActionGroups, listActionGroups } from '../../groups-contract.ts';
import { ActionsEditor } from '../editor/actions-editor.tsx';
import { groupFromWire } from '../from-wire.ts';
import { useEditorPort } from '../use-editor-port.ts';
import { usePlannedTimes } from './planned-times.tsx';
import classes from './timeline.module.css';
import { factsOf } from './timeline.ts';

interface Props {
  appointmentId: string;
  answer: RouteOutput<typeof getAppointmentAutomations>;
  onClose: () => void;
}

/** The groups of one appointment: chosen here, and their copies edited. Each change is saved at once. */
export function PreviewDialog({ appointmentId, answer, onClose }: Props) {
  const t = useTranslation('automations');
  const groups = useMemo(() => answer.groups.map(groupFromWire), [answer.groups]);
  const facts = useMemo(() => factsOf(answer), [answer]);
  const ran = useMemo(
    () =>
      new Map(
        answer.jobs.flatMap((one) =>
          one.status === 'done' && one.action_id ? [[one.action_id, one.updated_at] as const] : [],
        ),
      ),
    [answer.jobs],
  );
  const planned = usePlannedTimes(groups, facts, ran);
  const port = useEditorPort('appointment');
  return (
    <GuardedDialog opened onClose={onClose} title={t('title')} width={1100} isDirty={false}>
      <div className={classes.stack}>
        <p style={{ margin: 0 }}>{t('job.copiesHint')}</p>
        <GroupsField appointmentId={appointmentId} groups={answer.groups} />
        {groups.length === 0 ? (
          <EmptyLine>{t('job.noGroups')}</EmptyLine>
        ) : (
          <ActionsEditor groups={groups} port={port} planned={planned} />
        )}
      </div>
    </GuardedDialog>
  );
}

function GroupsField({
  appointmentId,
  groups,
}: {
  appointmentId: string;
  groups: Props['answer']['groups'];
}) {
  const t = useTranslation('automations');
  const company = useRead(listActionGroups, {});
  const write = useWrite(chooseActionGroups);
  const chosen = groups.flatMap((one) => one.source_id ?? []);
  const names = new Map((company.data ?? []).map((one) => [one.id, one.name]));
  for (const one of groups) if (one.source_id) names.set(one.source_id, one.name);
  return (
    <MultiSelect
      label={t('groups')}
      description={t('job.chooseHint')}
      data={[...names].map(([value, label]) => ({ value, label }))}
      value={chosen}
      disabled={write.pending || company.status === 'loading'}
      searchable
      onChange={(groupIds) => void write.send({ id: appointmentId, groupIds })}
      error={write.fieldErrors.groupIds}
    />
  );
}
