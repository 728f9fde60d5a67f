import { useTranslation } from '#web/i18n.ts';
import { Card } from '#web/ui/layout/card.tsx';
import type { Appointment } from '../../../contract.ts';
import classes from '../details.module.css';

/** Order id, source, and notes for the technician. */
export function InformationCard({ appointment }: { appointment: Appointment }) {
  const t = useTranslation('appointments');
  const facts: [string, string][] = [
    [t('orderId'), appointment.order_id],
    [t('source'), t(`source_of.${appointment.source}`)],
    [t('confirmed'), t(appointment.confirm_inspection ? 'yes' : 'no')],
    [t('inspectionNotes'), appointment.inspection_notes],
  ];
  return (
    <Card title={t('step.addInformation')}>
      <dl className={classes.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}
