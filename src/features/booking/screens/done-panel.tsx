import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { calendarLinks } from '#domain/booking/calendar-links.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconCircleCheck } from '#web/ui/layout/icons.ts';
import type { BookingPage, BookingResult } from '../contract.ts';
import classes from './booking.module.css';

/** Seconds until the visitor is sent to the company's own page; they may stay. */
const readingSeconds = 12;

/** The result: when, the company's own text, the link to the appointment, and the page of the company that follows. */
export function DonePanel(props: {
  page: { company: Pick<BookingPage['company'], 'name'> };
  result: BookingResult;
  isEmbedded: boolean;
  /** Of the property, for calendars. */
  address: string;
}) {
  const { page, result, isEmbedded } = props;
  const t = useTranslation('booking');
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { at, timezone, publicId, status, conversion_url } = result;
  const target = isEmbedded ? '_blank' : undefined;
  return (
    <section className={classes.done}>
      <IconCircleCheck size={44} stroke={1.5} className={classes.doneIcon} aria-hidden />
      <h2 className={classes.heading} tabIndex={-1} ref={heading}>
        {t(status === 'scheduled' ? 'done.booked' : 'done.requested')}
      </h2>
      <p className={classes.when}>
        {format.longDay(at, timezone)}, {format.time(at, timezone)} {format.zoneName(at, timezone)}
      </p>
      {result.technicians.length > 0 && <p className={classes.hint}>{result.technicians.join(', ')}</p>}
      {/* Safe HTML: the server renders it from the editor's document with all text escaped (domain/rich-text.ts). */}
      <div className={classes.prose} dangerouslySetInnerHTML={{ __html: result.text }} />
      <div className={classes.foot}>
        <Button component="a" href={`/client-view/${publicId}`} target={target} rel="noopener" size="md">
          {t('done.open')}
        </Button>
        <Button
          component="a"
          href={`/api/v2/public/appointments/${publicId}/calendar`}
          variant="default"
          size="md"
          download
        >
          {t('done.calendar')}
        </Button>
      </div>
      <WebCalendars {...props} />
      {conversion_url && <Onward url={conversion_url} company={page.company.name} isEmbedded={isEmbedded} />}
    </section>
  );
}

/** Links for calendars on the web, which do not open files. */
function WebCalendars({ page, result, address: location }: Parameters<typeof DonePanel>[0]) {
  const t = useTranslation('booking');
  const links = calendarLinks({
    title: t('done.event', { company: page.company.name }),
    ...{ start: result.at, end: result.end, location },
    details: `${window.location.origin}/client-view/${result.publicId}`,
  });
  return (
    <p className={classes.hint}>
      <a className={classes.link} href={links.google} target="_blank" rel="noopener noreferrer">
        {t('done.google')}
      </a>
      {' · '}
      <a className={classes.link} href={links.outlook} target="_blank" rel="noopener noreferrer">
        {t('done.outlook')}
      </a>
    </p>
  );
}

function Onward({ url, company, isEmbedded }: { url: string; company: string; isEmbedded: boolean }) {
  const t = useTranslation('booking');
  // A frame must not move on by itself: the page around it belongs to the company.
  const [stays, setStays] = useState(isEmbedded);
  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(() => window.location.assign(url), readingSeconds * 1000);
    return () => clearTimeout(timer);
  }, [stays, url]);
  return (
    <div className={classes.onward}>
      {!stays && <p className={classes.hint}>{t('done.soon', { company })}</p>}
      <a href={url} target="_top" className={classes.link}>
        {t('done.continue', { company })}
      </a>
      {!stays && (
        <Button variant="default" onClick={() => setStays(true)}>
          {t('done.stay')}
        </Button>
      )}
    </div>
  );
}
