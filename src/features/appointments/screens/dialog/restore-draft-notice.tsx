import { Button } from '@mantine/core';
import type { Zone } from '#domain/base/time.ts';
import { formatBookingDateTime } from '#domain/scheduling/booking.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconHistory } from '#web/ui/layout/icons.ts';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import classes from '../dialog.module.css';
import type { StoredDraft } from '../draft/draft-storage.ts';
import { restoreDraft } from '../draft/restore-draft.ts';
import own from './restore-draft-notice.module.css';

interface Props {
  offer: StoredDraft;
  zone: Zone;
  /** Called with the function that restores the draft; null discards it. */
  onAnswer: (take: typeof restoreDraft | null) => void;
}

/** Offers to restore a draft that the browser lost, and shows what it contains. */
export function RestoreDraftNotice({ offer, zone, onAnswer }: Props) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { draft, picked } = offer.state;
  const facts: [string, string | null][] = [
    [t('step.addLocation'), draft.location.fullAddress || draft.location.streetAndNumber],
    [t('step.addServices'), draft.services.newServices.services.map((one) => one.name).join(', ')],
    [t('step.setDateTime'), formatBookingDateTime(draft.dateTime, zone)],
    [t('step.addPeople'), [...picked.clients, ...picked.technicians].map(fullName).join(', ')],
  ];
  return (
    <section className={own.offer} aria-labelledby="draft-offer">
      <span className={own.mark}>
        <IconHistory size={26} stroke={1.5} aria-hidden />
      </span>
      <h3 className={classes.heading} id="draft-offer">
        {t('draftFound')}
      </h3>
      <p className={classes.hint}>{t('draftFoundAt', { time: format.dateTime(offer.at, zone) })}</p>
      <dl className={own.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <div className={own.buttons}>
        <Button variant="default" onClick={() => onAnswer(null)}>
          {t('draftDiscard')}
        </Button>
        <Button onClick={() => onAnswer(restoreDraft)} data-autofocus>
          {t('draftContinue')}
        </Button>
      </div>
    </section>
  );
}
