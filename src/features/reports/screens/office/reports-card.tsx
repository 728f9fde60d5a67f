import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useRead } from '#web/api.ts';
import { openEditAppointment } from '#web/appointment-dialog-state.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import type { AppointmentSlotProps } from '#web/page-slots.tsx';
import { useUser } from '#web/session.ts';
import { useCanSchedule } from '#web/shell/can-schedule.ts';
import { EmptyLine, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconExternalLink } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { listReports, type ReportRow } from '../../contract.ts';
import { PdfProblem } from '../parts/pdf-problem.tsx';
import { statusTone } from '../parts/status-tone.ts';
import { DetachedReports } from './detached-reports.tsx';
import classes from './reports-card.module.css';

const Reinspection = lazy(async () => ({
  default: (await import('./reinspection-dialog.tsx')).ReinspectionDialog,
}));

/** Appointment card with its reports: their progress and the actions to write, view and share them. */
export function ReportsCard({
  appointmentId,
  canEdit,
}: Pick<AppointmentSlotProps, 'appointmentId' | 'canEdit'>) {
  const t = useTranslation('reports');
  const list = useRead(listReports, { id: appointmentId });
  return (
    <Card title={t('card.title')} flush>
      <div className={classes.body}>
        {list.status === 'loading' && <LinesSkeleton lines={2} />}
        {list.status === 'failed' && <ErrorState failure={list.failure} onRetry={list.retry} />}
        {list.data?.reports.length === 0 && (
          <EmptyLine
            action={
              canEdit && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onClick={() => openEditAppointment(appointmentId, 'addServices')}
                >
                  {t('card.choose')}
                </Button>
              )
            }
          >
            {t('card.none')}
          </EmptyLine>
        )}
        {list.data?.reports.map((report) => (
          <Row key={report.id} report={report} canEdit={list.data?.can_edit ?? false} />
        ))}
        <DetachedReports appointmentId={appointmentId} />
      </div>
    </Card>
  );
}

function Row({ report, canEdit }: { report: ReportRow; canEdit: boolean }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { timezone, currency } = useUser();
  const canSchedule = useCanSchedule();
  const [isBooking, setBooking] = useState(false);
  const hasNews = report.published_rev !== null && report.rev > report.published_rev;
  const facts =
    report.rateable === 0
      ? t('card.notStarted')
      : [
          t('publish.rated', { rated: report.rated, rateable: report.rateable }),
          t('edit.deficiencies', { count: report.deficiencies }),
          t('edit.photos', { count: report.photos }),
        ].join(' · ');
  return (
    <article className={classes.report} aria-label={report.name}>
      <div className={classes.words}>
        <h3 className={classes.name}>
          {report.name}
          <StatusPill tone={statusTone(report.status)}>
            {t(hasNews ? 'status.news' : `status.${report.status}`)}
          </StatusPill>
        </h3>
        <p className={classes.facts}>{facts}</p>
        {report.submitted_at && (
          <p className={classes.facts}>
            {t('approval.submitted', {
              by: report.submitted_by ?? '',
              when: format.dateTime(report.submitted_at, timezone),
            })}
          </p>
        )}
        <PdfProblem report={report} canEdit={canEdit} />
      </div>
      <div className={classes.actions}>
        {report.published_at && (
          <LinkButton to={`/appointments/view-log/${report.id}`} variant="subtle">
            {t('card.views')}
          </LinkButton>
        )}
        {report.status === 'published' && (
          <Button
            component="a"
            href={`/view-report2/${report.public_id}`}
            target="_blank"
            rel="noopener"
            variant="subtle"
            rightSection={<IconExternalLink size={16} />}
          >
            {t('card.view')}
          </Button>
        )}
        {report.status === 'published' && report.deficiencies > 0 && canSchedule && (
          <Button variant="subtle" onClick={() => setBooking(true)}>
            {t('repair.book')}
          </Button>
        )}
        <LinkButton to={`/edit-report/${report.id}`} variant="default">
          {t(!canEdit ? 'card.open' : report.status === 'not_started' ? 'card.begin' : 'card.edit')}
        </LinkButton>
      </div>
      {isBooking && (
        <Suspense>
          <Reinspection reportId={report.id} currency={currency} onClose={() => setBooking(false)} />
        </Suspense>
      )}
    </article>
  );
}
