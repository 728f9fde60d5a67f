import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import type { PageSlotProps } from '#web/page-slots.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { listReports } from '../../contract.ts';

/** Says before saving what happens to reports whose template was taken off the appointment. */
export function DetachNotice({ appointmentId, templates }: PageSlotProps['appointment.templates']) {
  const t = useTranslation('reports');
  const { data } = useRead(listReports, { id: appointmentId });
  const left = (data?.reports ?? []).filter(
    (report) => report.template_id !== null && !templates.includes(report.template_id),
  );
  const named = (what: string) =>
    left
      .filter((report) => report.without_template === what)
      .map((report) => report.name)
      .join(', ');
  const [detached, published] = [named('is_detached'), named('stays')];
  return (
    <>
      {detached && (
        <Notice tone="warn" title={t('detached.notice', { names: detached })}>
          {t('detached.noticeHint')}
        </Notice>
      )}
      {published && <Notice tone="info" title={t('detached.stays', { names: published })} />}
    </>
  );
}
