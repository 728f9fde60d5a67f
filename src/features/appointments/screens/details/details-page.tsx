import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, Suspense, useState } from 'react';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { PageSlot } from '#web/page-slots.tsx';
import { CardSkeleton, EmptyState, ErrorState, PageSkeleton } from '#web/ui/feedback/states.tsx';
import { IconCalendarOff } from '#web/ui/layout/icons.ts';
import { useMovable } from '#web/ui/table/use-movable.tsx';
import { type Appointment, getAppointment } from '../../contract.ts';
import { useOpenFeesFromUrl } from '../dialog/fees/use-open-fees-from-url.ts';
import { FeesCard } from './cards/fees-card.tsx';
import { InformationCard } from './cards/information-card.tsx';
import { NotesCard } from './cards/notes-card.tsx';
import { PeopleCard } from './cards/people-card.tsx';
import { TimeCard } from './cards/time-card.tsx';
import classes from './details.module.css';
import { DetailsBanners } from './details-banners.tsx';
import { DetailsHeader } from './details-header.tsx';
import { JobStepper } from './job-stepper.tsx';

// Maps and pictures load after the facts.
const later = async () => (await import('./cards/later-cards.ts')).laterCards;
const ActivityCard = lazy(async () => ({ default: (await later()).ActivityCard }));
const AttachmentsCard = lazy(async () => ({ default: (await later()).AttachmentsCard }));
const MessagesCard = lazy(async () => ({ default: (await later()).MessagesCard }));
const PropertyCard = lazy(async () => ({ default: (await later()).PropertyCard }));
const SubEventsCard = lazy(async () => ({ default: (await later()).SubEventsCard }));
// Only narrow screens load it.
const DetailsTabs = lazy(async () => ({ default: (await import('./details-tabs.tsx')).DetailsTabs }));

/** Everything about one appointment and the available actions. */
export function AppointmentDetailsPage({ id }: { id: string }) {
  const t = useTranslation('appointments');
  const read = useRead(getAppointment, { inspection_id: id }, { live: true });
  const found = read.data?.projection === 'full' ? read.data : null;
  // Remounted for another appointment: typed input is not carried over.
  if (found) return <Details key={found.id} appointment={found} />;
  if (read.status === 'loading') return <PageSkeleton />;
  if (
    read.status === 'failed' &&
    read.failure?.type !== 'NOT_FOUND' &&
    read.failure?.type !== 'BAD_USER_INPUT'
  ) {
    return <ErrorState failure={read.failure} onRetry={read.retry} />;
  }
  return (
    <EmptyState
      icon={<IconCalendarOff size={26} stroke={1.6} />}
      title={t('notFound')}
      hint={t('notFoundHint')}
      action={
        <LinkButton to="/appointments" variant="default">
          {t('toList')}
        </LinkButton>
      }
    />
  );
}

function Details({ appointment }: { appointment: Appointment }) {
  useOpenFeesFromUrl(appointment);
  // In one column the page would be four screens long: its parts become tabs.
  const isNarrow = useMediaQuery('(max-width: 1100px)', false, { getInitialValueInEffect: false });
  const parts = useParts(appointment);
  const [hasNextStep, setNextStep] = useState(appointment.status !== 'requested');
  return (
    <>
      <DetailsHeader appointment={appointment} hasNextStep={hasNextStep} />
      <JobStepper appointment={appointment} onNext={setNextStep} />
      <DetailsBanners appointment={appointment} />
      <PageSlot name="appointment.details.top" appointmentId={appointment.id} broken={() => null} />
      {parts.visit.content}
      {parts.documents.content}
      {parts.property.content}
      {parts.notes.content}
      {parts.history.content}
      {isNarrow ? (
        <Suspense>
          <DetailsTabs parts={parts} />
        </Suspense>
      ) : (
        <Columns parts={parts} />
      )}
    </>
  );
}

/** Where each group of cards is placed. */
export type Parts = Readonly<
  Record<'visit' | 'documents' | 'notes' | 'property' | 'history', { place: ReactNode }>
>;

function Columns({ parts }: { parts: Parts }) {
  const { visit, property, documents, notes, history } = parts;
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        {documents.place}
        {property.place}
        {history.place}
      </div>
      <div className={classes.side}>
        {visit.place}
        {notes.place}
      </div>
    </div>
  );
}

/** The groups of cards. They are moved, not remounted: rotating a tablet does not close their dialogs. */
function useParts(appointment: Appointment) {
  const facts = { appointmentId: appointment.id, rev: appointment.rev, canEdit: appointment.may.edit };
  const visit = useMovable(
    <>
      <TimeCard appointment={appointment} />
      <PeopleCard appointment={appointment} />
    </>,
  );
  const notes = useMovable(
    <>
      <NotesCard appointment={appointment} />
      <InformationCard appointment={appointment} />
      <PageSlot name="appointment.details.side" appointmentId={appointment.id} />
    </>,
  );
  const property = useMovable(
    <>
      <Suspense fallback={<CardSkeleton height={300} />}>
        <PropertyCard appointment={appointment} />
      </Suspense>
      <Suspense fallback={<CardSkeleton height={92} />}>
        <SubEventsCard appointment={appointment} />
      </Suspense>
    </>,
  );
  const documents = useMovable(
    <>
      <PageSlot name="appointment.reports" {...facts} />
      <PageSlot name="appointment.payments" {...facts} />
      <PageSlot name="appointment.agreements" {...facts} />
      <FeesCard appointment={appointment} />
      <PageSlot name="appointment.waivers" {...facts} />
      <PageSlot name="appointment.details.main" appointmentId={appointment.id} />
      <Suspense fallback={<CardSkeleton height={180} />}>
        <AttachmentsCard appointment={appointment} />
      </Suspense>
    </>,
  );
  const history = useMovable(
    <Suspense fallback={<CardSkeleton height={180} />}>
      <PageSlot name="appointment.automations" {...facts} />
      <MessagesCard appointmentId={appointment.id} />
      <ActivityCard appointmentId={appointment.id} />
    </Suspense>,
  );
  return { visit, documents, notes, property, history };
}
