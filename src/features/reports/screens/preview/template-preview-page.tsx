import { SegmentedControl, Stack } from '@mantine/core';
import { failureMessage, useRead } from '#web/api.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { downloadFile } from '#web/client/client.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { toast } from '#web/toast.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, PageSkeleton } from '#web/ui/feedback/states.tsx';
import { IconDownload } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import { downloadTemplatePreview, previewTemplate } from '../../preview-contract.ts';
import type { PublicReport } from '../../public-report-contract.ts';
import { ReportView } from '../reading/report-view.tsx';
import { PhoneFrame } from './phone-frame.tsx';
import classes from './preview.module.css';

const atFirst = { comments: 'all', on: 'desk' };

/** A template as its readers will see it: as a report on a desk, on a phone and as a PDF. */
export function TemplatePreviewPage({ template_id }: { template_id: string }) {
  const t = useTranslation('reports');
  const [{ comments: wanted, on }, change] = useUrlState(atFirst);
  const isPhone = useIsPhone();
  const comments = wanted === 'new' ? 'new' : 'all';
  const report = useRead(previewTemplate, { id: template_id, comments }, { keep: true });
  if (report.status === 'failed') return <ErrorState failure={report.failure} onRetry={report.retry} />;
  if (!report.data) return <PageSkeleton />;
  return (
    <>
      <PageHeader
        title={t('preview.title', { name: report.data.template_name })}
        breadcrumbs={[{ label: t('preview.templates'), to: '/templates' }]}
        actions={
          <LinkButton variant="default" to={`/templates/edit/${template_id}`}>
            {t('preview.edit')}
          </LinkButton>
        }
        primary={{
          label: t('preview.pdf'),
          icon: <IconDownload size={18} />,
          onClick: () => download(template_id, comments),
        }}
      />
      <div className={classes.bar}>
        <SegmentedControl
          aria-label={t('preview.scope')}
          value={comments}
          onChange={(next) => change({ comments: next })}
          data={[
            { value: 'all', label: t('preview.all') },
            { value: 'new', label: t('preview.new') },
          ]}
        />
        {!isPhone && (
          <SegmentedControl
            aria-label={t('preview.on')}
            value={on}
            onChange={(next) => change({ on: next })}
            data={[
              { value: 'desk', label: t('preview.desk') },
              { value: 'phone', label: t('preview.phone') },
            ]}
          />
        )}
      </div>
      <Stack gap={16} className={classes.page}>
        {comments === 'all' && <Notice tone="info" title={t('preview.samples')} />}
        <Preview report={report.data} isFramed={on === 'phone' && !isPhone} />
      </Stack>
    </>
  );
}

function Preview({ report, isFramed }: { report: PublicReport; isFramed: boolean }) {
  const t = useTranslation('reports');
  if (report.sections.length === 0) return <Notice tone="info" title={t('preview.empty')} />;
  const view = <ReportView report={report} hasActions={false} />;
  return isFramed ? <PhoneFrame title={t('preview.phone')}>{view}</PhoneFrame> : view;
}

function download(id: string, comments: 'new' | 'all') {
  downloadFile(downloadTemplatePreview, { id, comments }).catch((error: unknown) => {
    if (error instanceof ApiFailure) toast(failureMessage(error), { kind: 'error' });
  });
}
