import { Suspense, useEffect, useRef, useState } from 'react';
import type { BookingMode } from '#domain/booking/booking-form.ts';
import { useRead } from '#web/api.ts';
import { CompanyDateFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { pageSearch } from '#web/navigation/page-address.ts';
import { CompanyHeader } from '#web/shell/company-header.tsx';
import { InvalidLinkPage, isInvalidLink } from '#web/shell/invalid-link.tsx';
import { LanguageSelect } from '#web/shell/language-select.tsx';
import { PublicLayout } from '#web/shell/public-layout.tsx';
import { EmptyState, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { type BookingPage, getBookingPage } from '../contract.ts';
import classes from './booking.module.css';
import { BookingForm } from './booking-form.tsx';
import { ContactLinks } from './contact-links.tsx';
import { postHeight } from './post-to-parent.ts';
import { WithoutScript } from './without-script.tsx';

/** The first known value: a page that loads its data again must not replace a form that is being filled in. */
function useFirst<T>(value: T | undefined): T | undefined {
  const first = useRef(value);
  first.current ??= value;
  return first.current;
}

/** The online scheduler of a company: visitors book a free time. Without online scheduling it is the request form. */
export function SchedulePage({ request_id }: { request_id: string }) {
  const page = useRead(getBookingPage, { requestId: request_id });
  const go = useNavigateTo();
  const isOff = useFirst(page.data?.is_scheduling_on) === false;
  useEffect(() => {
    if (isOff) go(`/appointment-request/${request_id}${pageSearch()}`, { replace: true });
  }, [isOff, go, request_id]);
  return <Framed page={page} mode="schedule" />;
}

/** The request form of a company: visitors wish a time, and the office answers. */
export function AppointmentRequestPage({ request_id }: { request_id: string }) {
  return <Framed page={useRead(getBookingPage, { requestId: request_id })} mode="request" />;
}

const ChangeCard = lazy(async () => ({ default: (await import('./changes/change-card.tsx')).ChangeCard }));

/**
 * The same form inside another site, in the mode that the company has chosen or, with `?mode=request`, for requests; with
 * an appointment and a personal link in its address, what its client may change. Posts its height to the page around it.
 */
export function EmbeddedBookingPage({ id }: { id: string }) {
  const t = useTranslation('web');
  const page = useRead(getBookingPage, { requestId: id });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? postHeight(box.current) : undefined), []);
  const search = new URLSearchParams(pageSearch());
  const mode = page.data?.is_scheduling_on && search.get('mode') !== 'request' ? 'schedule' : 'request';
  const changing = search.get('appointment');
  return (
    <main className={classes.embed} ref={box}>
      {changing && page.data ? (
        <EmbeddedChange company={page.data.company} publicId={changing} />
      ) : (
        <Content page={page} mode={mode} isEmbedded />
      )}
      <footer className={classes.embedFoot}>
        <LanguageSelect />
        <a href="/public/privacy-policy" target="_blank" rel="noopener" className={classes.link}>
          {t('privacy')}
        </a>
      </footer>
    </main>
  );
}

function EmbeddedChange({ company, publicId }: { company: BookingPage['company']; publicId: string }) {
  usePageTitle(company.name);
  return (
    <CompanyDateFormat format={company.date_format}>
      <h1 className={classes.title}>{company.name}</h1>
      <Suspense fallback={<LinesSkeleton lines={6} />}>
        <ChangeCard publicId={publicId} />
      </Suspense>
    </CompanyDateFormat>
  );
}

type PageRead = ReturnType<typeof useRead<typeof getBookingPage>>;

function Framed({ page, mode }: { page: PageRead; mode: BookingMode }) {
  const { data } = page;
  const brand = data ? <CompanyHeader name={data.company.name} logo={data.company.logo} /> : <span />;
  return (
    <PublicLayout brand={brand}>
      <Content page={page} mode={mode} isEmbedded={false} />
    </PublicLayout>
  );
}

function Content({ page, mode, isEmbedded }: { page: PageRead; mode: BookingMode; isEmbedded: boolean }) {
  const t = useTranslation('booking');
  const { data } = page;
  const hasServices = useFirst(data && data.services.length > 0);
  // A visitor who can't book may send a request instead.
  const [isRequest, setRequest] = useState(false);
  const shown = isRequest ? 'request' : mode;
  usePageTitle(data ? `${t(`title.${shown}`)} · ${data.company.name}` : '');
  if (!data) {
    if (isInvalidLink(page.failure)) return <InvalidLinkPage />;
    if (page.status === 'failed') return <ErrorState failure={page.failure} onRetry={page.retry} />;
    return <LinesSkeleton lines={10} height={32} />;
  }
  return (
    <CompanyDateFormat format={data.company.date_format}>
      <div className={classes.page}>
        <h1 className={classes.title}>{t(`title.${shown}`)}</h1>
        {shown === 'request' && data.note && <p className={classes.note}>{data.note}</p>}
        {hasServices ? (
          <>
            <WithoutScript page={data} />
            <BookingForm page={data} mode={mode} isEmbedded={isEmbedded} onRequest={() => setRequest(true)} />
            <p className={classes.contact}>
              {t('questions')} <ContactLinks company={data.company} />
            </p>
          </>
        ) : (
          <EmptyState title={t('noServices')} hint={<ContactLinks company={data.company} />} />
        )}
      </div>
    </CompanyDateFormat>
  );
}
