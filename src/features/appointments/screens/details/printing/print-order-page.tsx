import { Button } from '@mantine/core';
import { useState } from 'react';
import { getSettings } from '#features/company/settings-contract.ts';
import { showFailure, useRead } from '#web/api.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { downloadFile } from '#web/client/client.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { useUser } from '#web/session.ts';
import { EmptyState, ErrorState, PageSkeleton } from '#web/ui/feedback/states.tsx';
import { IconDownload, IconPrinter } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { type PaperSize, PrintPage } from '#web/ui/layout/print-page.tsx';
import { type Appointment, getAppointment } from '../../../contract.ts';
import { printOrder } from '../../../print-contract.ts';
import { OrderSheet } from './order-sheet.tsx';

/** One order sheet: print it from the browser or download it as a PDF. */
export function PrintOrderPage() {
  const t = useTranslation('appointments');
  const [{ id }] = useUrlState({ id: '' });
  const read = useRead(getAppointment, { inspection_id: id || 'none' }, { enabled: id !== '' });
  const found = read.data?.projection === 'full' ? read.data : null;
  if (found) return <Order appointment={found} />;
  if (id !== '' && read.status === 'loading') return <PageSkeleton />;
  const isGone = read.failure?.type === 'NOT_FOUND' || read.failure?.type === 'BAD_USER_INPUT';
  if (read.status === 'failed' && !isGone) return <ErrorState failure={read.failure} onRetry={read.retry} />;
  return (
    <>
      <PageHeader title={t('printOrder')} breadcrumbs={[{ label: t('listTitle'), to: '/appointments' }]} />
      <EmptyState
        icon={<IconPrinter size={26} stroke={1.6} />}
        title={t(id === '' ? 'noOrderChosen' : 'notFound')}
        hint={t(id === '' ? 'printOrderHint' : 'notFoundHint')}
        action={
          <LinkButton to="/appointments" variant="default">
            {t('toList')}
          </LinkButton>
        }
      />
    </>
  );
}

function Order({ appointment }: { appointment: Appointment }) {
  const t = useTranslation('appointments');
  const user = useUser();
  const { data: company } = useRead(getSettings, { subscriberId: user.subscriber_id || user.id });
  const [isSaving, setSaving] = useState(false);
  const save = async (paper: PaperSize) => {
    setSaving(true);
    try {
      await downloadFile(printOrder, { id: appointment.id, paper });
    } catch (error) {
      if (error instanceof ApiFailure) showFailure(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <PrintPage
      country={company?.country_code}
      back={{ to: `/appointments/details/${appointment.id}`, label: t('toAppointment') }}
      labels={{ paper: t('paper'), letter: t('paperLetter') }}
      tools={(paper) => (
        <>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={isSaving}
            onClick={() => void save(paper)}
          >
            PDF
          </Button>
          <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            {t('print')}
          </Button>
        </>
      )}
    >
      {(paper) => <OrderSheet appointment={appointment} company={company ?? null} paper={paper} />}
    </PrintPage>
  );
}
