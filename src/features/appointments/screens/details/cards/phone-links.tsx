import { ActionIcon } from '@mantine/core';
import { phoneLink, textLink } from '#domain/people/phone-format.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconMapPin, IconMessage, IconPhone } from '#web/ui/layout/icons.ts';
import { directionsUrl } from '../../dialog/steps/maps-url.ts';

const look = { variant: 'default', size: 44, component: 'a' } as const;
const icon = { size: 20, stroke: 1.7, 'aria-hidden': true } as const;

/** Buttons that call and text a person; only phones load them. */
export function ContactLinks({ name, phone }: { name: string; phone: string }) {
  const t = useTranslation('appointments');
  return (
    <>
      <ActionIcon {...look} href={phoneLink(phone)} aria-label={t('callPerson', { name })}>
        <IconPhone {...icon} />
      </ActionIcon>
      <ActionIcon {...look} href={textLink(phone)} aria-label={t('textPerson', { name })}>
        <IconMessage {...icon} />
      </ActionIcon>
    </>
  );
}

/** A button that opens the directions to the property; only phones load it. */
export function DirectionsLink({ at }: { at: { lat: number; lng: number } }) {
  const t = useTranslation('appointments');
  return (
    <ActionIcon
      {...look}
      href={directionsUrl(at)}
      target="_blank"
      rel="noreferrer"
      aria-label={t('navigate')}
    >
      <IconMapPin {...icon} />
    </ActionIcon>
  );
}
