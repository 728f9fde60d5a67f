import { Checkbox, Switch, TagsInput } from '@mantine/core';
import { useEffect } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { serviceLabels } from '#domain/pricing/service-labels.ts';
import { parseServiceArea } from '#domain/scheduling/availability.ts';
import { listServices } from '#features/services/contract.ts';
import { usePagedRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor, useUser } from '#web/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import classes from './availability.module.css';
import { type LimitsForm, LoadedLimits, useStoredLimits } from './limits-form.tsx';

interface Props {
  /** Renders nothing if the company does not use the feature. */
  isOptional?: boolean;
}

/** The services of a technician: everything, or the selected services and add-ons. */
export function ServicesCard({ isOptional }: Props) {
  const t = useTranslation('availability');
  const company = useStoredLimits()?.company;
  if (isOptional && !company?.service_limitations) return null;
  return (
    <Card title={t('services')}>
      {company?.service_limitations === false && <Notice tone="info">{t('servicesOff')}</Notice>}
      <LoadedLimits height={120}>{(form) => <Services form={form} />}</LoadedLimits>
    </Card>
  );
}

/** The service areas of a technician: postal codes, or everywhere. */
export function AreasCard({ isOptional }: Props) {
  const t = useTranslation('availability');
  const company = useStoredLimits()?.company;
  if (isOptional && !company?.service_areas) return null;
  return (
    <Card title={t('areas')}>
      {company?.service_areas === false && <Notice tone="info">{t('areasOff')}</Notice>}
      <LoadedLimits height={120}>{(form) => <Areas form={form} />}</LoadedLimits>
    </Card>
  );
}

/** Loads every service across all pages. */
function useAllServices() {
  const pages = usePagedRead(listServices, { perPage: 100 });
  const { hasMore, loadingMore, failure, more } = pages;
  useEffect(() => {
    if (hasMore && !loadingMore && failure === null) more();
  }, [hasMore, loadingMore, failure, more]);
  return { services: pages.rows, failure, retry: pages.rows.length > 0 ? more : pages.retry };
}

function Services({ form: { values, set } }: { form: LimitsForm }) {
  const t = useTranslation('availability');
  const mayEdit = allows(useActor(), 'full_company_admin');
  const { services, failure, retry } = useAllServices();
  const addOns = services.flatMap((service) => service.add_ons.map((one) => one.id));
  // Unlisted ids (for example a removed service) can't be deselected here and stay.
  const withUnlisted = (had: readonly string[], listed: readonly string[], chosen: readonly string[]) => [
    ...had.filter((id) => !listed.includes(id)),
    ...listed.filter((id) => chosen.includes(id)),
  ];
  return (
    <div className={classes.fields}>
      <Switch
        label={t('allServices')}
        description={t('allServicesHint')}
        checked={values.all_services}
        disabled={!mayEdit}
        onChange={(event) => set({ all_services: event.currentTarget.checked })}
      />
      {!values.all_services && failure && <ErrorState failure={failure} onRetry={retry} />}
      {!values.all_services && (
        <Offered
          services={services}
          value={[...values.services, ...values.add_ons]}
          onChange={(chosen) =>
            set({
              services: withUnlisted(
                values.services,
                services.map((one) => one.id),
                chosen,
              ),
              add_ons: withUnlisted(values.add_ons, addOns, chosen),
            })
          }
          isDisabled={!mayEdit}
        />
      )}
    </div>
  );
}

interface OfferedProps {
  services: ReturnType<typeof useAllServices>['services'];
  /** Ids of services and add-ons. */
  value: string[];
  onChange: (value: string[]) => void;
  isDisabled: boolean;
}

function Offered({ services, value, onChange, isDisabled }: OfferedProps) {
  const t = useTranslation('availability');
  const format = useFormat();
  const { currency } = useUser();
  const labels = serviceLabels(services, (amount) => format.money(amount, currency));
  return (
    <Checkbox.Group label={t('offered')} value={value} onChange={onChange}>
      <div className={classes.choices}>
        {services.map((service) => (
          <div key={service.id} className={classes.service}>
            <Checkbox value={service.id} label={labels.get(service.id)} disabled={isDisabled} />
            {service.add_ons.map((one) => (
              <Checkbox
                key={one.id}
                value={one.id}
                label={labels.get(one.id)}
                ml={28}
                disabled={isDisabled}
              />
            ))}
          </div>
        ))}
      </div>
    </Checkbox.Group>
  );
}

function Areas({ form: { values, set, error } }: { form: LimitsForm }) {
  const t = useTranslation('availability');
  const mayEdit = allows(useActor(), 'full_company_admin');
  const wrong = values.areas.find((one) => parseServiceArea(one) === null);
  return (
    <TagsInput
      label={t('areasLabel')}
      description={t('areasHint')}
      placeholder={values.areas.length === 0 ? t('everywhere') : undefined}
      value={values.areas}
      onChange={(areas) => set({ areas })}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
      readOnly={!mayEdit}
      error={wrong === undefined ? error('areas') : t('noArea', { text: wrong })}
    />
  );
}
