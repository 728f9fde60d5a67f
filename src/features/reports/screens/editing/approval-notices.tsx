import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { FullReport } from '../../contract.ts';

type Props = {
  report: Pick<FullReport, 'approval' | 'appointment' | 'detached_at' | 'status' | 'submitted_at'>;
};

/** Where a report stands between its author and those who publish it, and whether it is detached. */
export function ApprovalNotices({ report }: Props) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { approval, appointment, detached_at, status, submitted_at } = report;
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
          title={t('approval.waiting', { by: approval.submitted_by ?? '', when: when(submitted_at) })}
        />
      )}
      {approval.returned && status !== 'pending_approval' && (
        <Notice
          tone="warn"
          title={t('approval.returned', { by: approval.returned.by ?? '', when: when(approval.returned.at) })}
        >
          <span style={{ whiteSpace: 'pre-line' }}>{approval.returned.note}</span>
        </Notice>
      )}
    </>
  );
}
