import { Checkbox } from '@mantine/core';
import { useRead, useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { EmptyLine, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { listActionGroups, updateActionGroup } from '../../groups-contract.ts';
import classes from './settings.module.css';

/** Chooses the groups that new appointments start with. */
export function DefaultGroupsCard() {
  const t = useTranslation('automations');
  const groups = useRead(listActionGroups, {});
  const update = useWrite(updateActionGroup);
  return (
    <Card
      title={t('set.defaults')}
      actions={
        <LinkButton to="/actions" variant="default" size="compact-md">
          {t('set.back')}
        </LinkButton>
      }
    >
      <p className={classes.hint}>{t('set.defaultsHint')}</p>
      {groups.status === 'failed' && <ErrorState failure={groups.failure} onRetry={groups.retry} />}
      {groups.status === 'loading' && <LinesSkeleton lines={2} />}
      {groups.data?.length === 0 && <EmptyLine>{t('set.noGroups')}</EmptyLine>}
      <div className={classes.list}>
        {groups.data?.map(({ id, name, enable, is_default }) => (
          <Checkbox
            key={id}
            label={enable ? name : `${name} (${t('off')})`}
            checked={is_default}
            onChange={(event) => void update.send({ id, is_default: event.currentTarget.checked })}
          />
        ))}
      </div>
    </Card>
  );
}
