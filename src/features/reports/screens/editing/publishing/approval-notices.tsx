import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { FullReport } from '../../../contract.ts';

interface Props {
  report: Pick<FullReport, 'appointment' | 'status' | 'submitted_at'> & {
    // A draft that an earlier version stored on the device has neither.
    approval?: FullReport['approval'];
    detached_at?: string | null;
  };
}

/** Where a report stands between its author and those who publish it, and whether it is detached. */
export function ApprovalNotices({ report }: Props) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { approval, appointment, detached_at, status, submitted_at } = report;
  const returned = approval?.returned;
  const when = (at: string) =>
    `${format.day(at, appointment.timezone)}, ${format.time(at, appointment.timezone)}`;
  return (
    <>
      {detached_at && (
        <Notice tone="warn" title={t('detached.editor')}>
          {t('detached.editorHint')}{' '}
          <LinkButton to={`/appointments/details/${appointment.id}`} variant="subtle" size="compact-sm">
            {t('detached.open')}
          </LinkButton>
        </Notice>
      )}
      {status === 'pending_approval' && submitted_at && (
        <Notice
          tone="info"
          title={t('approval.waiting', { by: approval?.submitted_by ?? '', when: when(submitted_at) })}
        />
      )}
      {returned && status !== 'pending_approval' && (
        <Notice
          tone="warn"
          title={t('approval.returned', { by: returned.by ?? '', when: when(returned.at) })}
        >
          <span style={{ whiteSpace: 'pre-line' }}>{returned.note}</span>
        </Notice>
      )}
    </>
  );
}

/** Says that the user cannot edit the report, and what is possible nevertheless: publishing is a right of its own. */
export function ReadOnlyNotice({ permissions }: Pick<FullReport, 'permissions'>) {
  const t = useTranslation('reports');
  if (permissions.can_edit) return null;
  const title = t(permissions.can_publish ? 'edit.readOnlyMayPublish' : 'edit.readOnly');
  return <Notice tone="info" title={title} />;
}
