import { Button } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { BookingPage } from '../contract.ts';
import { ContactLinks } from './contact-links.tsx';

interface Failure {
  status: number;
  fields: Readonly<Record<string, string>>;
}

/**
 * Whether the company has stopped taking bookings since the page was loaded: scheduling is off, or the page no longer
 * exists.
 */
export function isRefusal(failure: Failure | null): failure is Failure {
  return failure !== null && (failure.status === 404 || 'mode' in failure.fields);
}

/** The company stopped taking bookings while the form was filled in: what was entered stays, with what to do instead. */
export function Refusal(props: { failure: Failure; page: BookingPage; onRequest: () => void }) {
  const { failure, page, onRequest } = props;
  const t = useTranslation('booking');
  if (failure.status === 404)
    return (
      <Notice tone="warn" isNews title={t('stopped.company', { company: page.company.name })}>
        {t('stopped.contact')} <ContactLinks company={page.company} />
      </Notice>
    );
  return (
    <Notice
      tone="warn"
      isNews
      title={t('stopped.scheduling')}
      action={
        <Button variant="default" onClick={onRequest}>
          {t('time.requestInstead')}
        </Button>
      }
    >
      {t('stopped.kept')}
    </Notice>
  );
}
