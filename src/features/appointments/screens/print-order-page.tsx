import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { getSettings } from '#features/company/settings-contract.ts';
import { showFailure, useRead } from '#web/api.ts';
import { ApiFailure, saveFile } from '#web/client.ts';
import { useText } from '#web/i18n.ts';
import { AppLink, LinkButton } from '#web/link.tsx';
import { useUser } from '#web/session.ts';
import { IconArrowLeft, IconDownload, IconPrinter } from '#web/ui/icons.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState, ErrorState, PageSkeleton } from '#web/ui/states.tsx';
import { useUrl } from '#web/url.ts';
import { type Appointment, getAppointment } from '../contract.ts';
import { printOrder } from '../print-contract.ts';
import { OrderSheet } from './order-sheet.tsx';
import classes from './print-order.module.css';

type Paper = 'letter' | 'a4';

/** One order as a sheet of paper: printed from the browser, or taken along as PDF. */
export function PrintOrderPage() {
  const t = useText('appointments');
  const [{ id }] = useUrl({ id: '' });
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
  const t = useText('appointments');
  const user = useUser();
  const { data: company } = useRead(getSettings, { subscriberId: user.subscriber_id || user.id });
  const [chosen, setPaper] = useState<Paper | null>(null);
  const isAmerican = company?.country_code === 'US' || company?.country_code === 'CA';
  const paper = chosen ?? (isAmerican || !company ? 'letter' : 'a4');
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      await saveFile(printOrder, { id: appointment.id, paper });
    } catch (error) {
      if (error instanceof ApiFailure) showFailure(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <AppLink to={`/appointments/details/${appointment.id}`} className={classes.back ?? ''}>
          <IconArrowLeft size={16} aria-hidden /> {t('toAppointment')}
        </AppLink>
        <SegmentedControl
          aria-label={t('paper')}
          value={paper}
          onChange={(next) => setPaper(next as Paper)}
          data={[
            { value: 'letter', label: t('paperLetter') },
            { value: 'a4', label: 'A4' },
          ]}
        />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isSaving}
          onClick={() => void save()}
        >
          PDF
        </Button>
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </div>
      <OrderSheet appointment={appointment} company={company ?? null} paper={paper} />
    </div>
  );
}
