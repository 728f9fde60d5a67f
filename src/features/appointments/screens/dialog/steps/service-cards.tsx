import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { closeAppointmentDialog } from '#web/appointment-dialog-state.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { useActor } from '#web/session.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { IconClipboardList } from '#web/ui/layout/icons.ts';
import dialog from '../../dialog.module.css';
import { useLocalizeMessage } from '../../draft/booking-messages.ts';
import { useAppointmentDialog } from '../../draft/dialog-context.ts';
import type { Defaults } from '../../draft/draft-state.ts';
import classes from './service-cards.module.css';

type OfferedService = Defaults['serviceOptions'][number];

/** The offered services as selectable cards; a selected one expands to its add-ons. */
export function ServiceCards() {
  const t = useTranslation('appointments');
  const localize = useLocalizeMessage();
  const { state, defaults } = useAppointmentDialog();
  const actor = useActor();
  // Services the appointment was booked with stay visible, offered or not.
  const before = state.editing?.first.draft.services.newServices.services ?? [];
  const offered = defaults.serviceOptions.filter(
    (one) => one.status === 1 || before.some((each) => each.id === one.id),
  );
  const error = localize(state.errors.services);
  return (
    <section className={dialog.section} data-field="services">
      <div className={dialog.sectionHead}>
        <h3 className={dialog.heading} id="services-heading">
          {t('services')}
        </h3>
        {error && (
          <span className={classes.error} role="alert">
            {error}
          </span>
        )}
      </div>
      {offered.length === 0 ? (
        <EmptyState
          icon={<IconClipboardList size={24} stroke={1.6} />}
          title={t('noServices')}
          hint={t('noServicesHint')}
          action={
            allows(actor, 'manage_services') && (
              <LinkButton to="/services" variant="default" onClick={closeAppointmentDialog}>
                {t('toServices')}
              </LinkButton>
            )
          }
        />
      ) : (
        <fieldset className={classes.grid} data-enter-next aria-labelledby="services-heading">
          {offered.map((service) => (
            <ServiceCard key={service.id} service={service} />
          ))}
        </fieldset>
      )}
    </section>
  );
}

function ServiceCard({ service }: { service: OfferedService }) {
  const t = useTranslation('appointments');
  const { state, dispatch, defaults } = useAppointmentDialog();
  const chosen = state.draft.services.newServices.services.find((one) => one.id === service.id);
  const before = state.editing?.first.draft.services.newServices.services ?? [];
  const booked = before.find((one) => one.id === service.id)?.add_ons ?? [];
  const addOns = service.add_ons.filter(
    (one) => one.status === 1 || booked.some((each) => each.id === one.id),
  );
  const reason = state.suggestedService === service.id ? defaults.suggested_service?.reason : undefined;
  const reasonId = useId();
  const description = reason ? (
    <>
      {service.description}
      <span id={reasonId} className={classes.reason}>
        {t(`suggestedService.${reason}`)}
      </span>
    </>
  ) : (
    service.description || undefined
  );
  return (
    <div
      className={classes.card}
      data-chosen={chosen !== undefined || undefined}
      data-open={(chosen && addOns.length > 0) || undefined}
    >
      <Checkbox
        checked={chosen !== undefined}
        onChange={() => dispatch({ type: 'service', id: service.id })}
        label={<CardText name={service.name} cost={service.base_cost} hours={service.base_duration} />}
        description={description}
        aria-describedby={reason ? reasonId : undefined}
        classNames={{
          body: classes.body ?? '',
          labelWrapper: classes.labelWrapper ?? '',
          label: classes.label ?? '',
        }}
      />
      {chosen && addOns.length > 0 && (
        <fieldset className={classes.addOns} aria-label={t('addOnsOf', { name: service.name })}>
          {addOns.map((addOn) => (
            <Checkbox
              key={addOn.id}
              size="sm"
              checked={chosen.add_ons.some((one) => one.id === addOn.id)}
              onChange={() => dispatch({ type: 'addOn', serviceId: service.id, addOnId: addOn.id })}
              label={<CardText name={addOn.name} cost={addOn.add_fee} hours={addOn.add_hours} isAddOn />}
              classNames={{
                body: classes.body ?? '',
                labelWrapper: classes.labelWrapper ?? '',
                label: classes.label ?? '',
              }}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

function CardText(props: { name: string; cost: number; hours: number; isAddOn?: boolean }) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { defaults, settings } = useAppointmentDialog();
  const price = `${props.isAddOn && props.cost > 0 ? '+' : ''}${format.money(props.cost, defaults.currency)}`;
  const time = props.hours === 0 ? null : t('hours', { hours: format.hours(props.hours) });
  const facts = [settings.see_prices ? (props.isAddOn ? price : t('from', { price })) : null, time];
  return (
    <span className={classes.text}>
      <span className={classes.name} data-add-on={props.isAddOn || undefined}>
        {props.name}
      </span>
      <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
    </span>
  );
}
