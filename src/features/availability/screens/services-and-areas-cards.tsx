import { Button, Checkbox, Switch, TagsInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { formatServiceArea, parseServiceArea } from '#domain/scheduling/availability.ts';
import { listServices } from '#features/services/contract.ts';
import { usePagedRead, useRead, useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { changeLimits, getLimits, type Limits } from '../contract.ts';
import classes from './availability.module.css';

interface Props {
  technicianId: string;
  /** Renders nothing if the company does not use the feature. */
  isOptional?: boolean;
}

/** The services of a technician: everything, or the selected services and add-ons. */
export function ServicesCard({ technicianId, isOptional }: Props) {
  const t = useTranslation('availability');
  const read = useRead(getLimits, { id: technicianId }, { log: 'The limits could not be loaded' });
  if (isOptional && !read.data?.company.service_limitations) return null;
  return (
    <Card title={t('services')}>
      <Loaded read={read}>
        {(limits) => (
          <>
            {!limits.company.service_limitations && <Notice tone="info">{t('servicesOff')}</Notice>}
            <Services key={limits.rev} limits={limits} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

/** The service areas of a technician: postal codes, or everywhere. */
export function AreasCard({ technicianId, isOptional }: Props) {
  const t = useTranslation('availability');
  const read = useRead(getLimits, { id: technicianId }, { log: 'The limits could not be loaded' });
  if (isOptional && !read.data?.company.service_areas) return null;
  return (
    <Card title={t('areas')}>
      <Loaded read={read}>
        {(limits) => (
          <>
            {!limits.company.service_areas && <Notice tone="info">{t('areasOff')}</Notice>}
            <Areas key={limits.rev} limits={limits} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Loaded(props: {
  read: ReturnType<typeof useRead<typeof getLimits>>;
  children: (limits: Limits) => ReactNode;
}) {
  const { data, failure, retry, status } = props.read;
  if (data) return props.children(data);
  return status === 'failed' ? (
    <ErrorState failure={failure} onRetry={retry} />
  ) : (
    <CardSkeleton height={120} />
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

function Services({ limits }: { limits: Limits }) {
  const t = useTranslation('availability');
  const mayEdit = allows(useActor(), 'full_company_admin');
  const { services, failure, retry } = useAllServices();
  const [all, setAll] = useState(limits.all_services);
  const [chosen, setChosen] = useState([...limits.services, ...limits.add_ons]);
  const write = useWrite(changeLimits, { toast: t('saved') });
  const addOns = services.flatMap((service) => service.add_ons.map((one) => one.id));
  // Unlisted ids (for example a removed service) can't be deselected here and stay.
  const withUnlisted = (had: readonly string[], listed: readonly string[]) => [
    ...had.filter((id) => !listed.includes(id)),
    ...listed.filter((id) => chosen.includes(id)),
  ];
  function save() {
    void write.send({
      id: limits.technician_id,
      rev: limits.rev,
      all_services: all,
      services: withUnlisted(
        limits.services,
        services.map((one) => one.id),
      ),
      add_ons: withUnlisted(limits.add_ons, addOns),
    });
  }
  return (
    <div className={classes.fields}>
      <Switch
        label={t('allServices')}
        description={t('allServicesHint')}
        checked={all}
        disabled={!mayEdit}
        onChange={(event) => setAll(event.currentTarget.checked)}
      />
      {!all && failure && <ErrorState failure={failure} onRetry={retry} />}
      {!all && <Offered services={services} value={chosen} onChange={setChosen} isDisabled={!mayEdit} />}
      {mayEdit && (
        <div className={classes.save}>
          <Button onClick={save} loading={write.pending}>
            {t('save')}
          </Button>
        </div>
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
  return (
    <Checkbox.Group label={t('offered')} value={value} onChange={onChange}>
      <div className={classes.choices}>
        {services.map((service) => (
          <div key={service.id} className={classes.service}>
            <Checkbox value={service.id} label={service.name} disabled={isDisabled} />
            {service.add_ons.map((one) => (
              <Checkbox key={one.id} value={one.id} label={one.name} ml={28} disabled={isDisabled} />
            ))}
          </div>
        ))}
      </div>
    </Checkbox.Group>
  );
}

function Areas({ limits }: { limits: Limits }) {
  const t = useTranslation('availability');
  const mayEdit = allows(useActor(), 'full_company_admin');
  const [areas, setAreas] = useState(limits.areas);
  const write = useWrite(changeLimits, { toast: t('saved') });
  const wrong = areas.find((one) => parseServiceArea(one) === null);
  const clean = areas.map(parseServiceArea).flatMap((one) => (one === null ? [] : [formatServiceArea(one)]));
  return (
    <div className={classes.fields}>
      <TagsInput
        label={t('areasLabel')}
        description={t('areasHint')}
        placeholder={areas.length === 0 ? t('everywhere') : undefined}
        value={areas}
        onChange={setAreas}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        readOnly={!mayEdit}
        error={wrong === undefined ? write.fieldErrors.areas : t('noArea', { text: wrong })}
      />
      {mayEdit && (
        <div className={classes.save}>
          <Button
            loading={write.pending}
            disabled={wrong !== undefined || clean.join() === limits.areas.join()}
            onClick={() => void write.send({ id: limits.technician_id, rev: limits.rev, areas: clean })}
          >
            {t('save')}
          </Button>
        </div>
      )}
    </div>
  );
}
