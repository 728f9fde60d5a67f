import { Button, Menu, NativeSelect, Switch, TextInput, Tooltip } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import type { DurationUnit } from '#domain/base/durations.ts';
import { defaultText, isDefaultText } from '#domain/company/default-slots.ts';
import {
  maxBodyLength,
  type NotificationSlot,
  type SlotKey,
  type SlotPosition,
} from '#domain/company/notification-slots.ts';
import { currentLang, useTranslation } from '#web/i18n.ts';
import { NumberTextInput } from '#web/ui/inputs/number-text-input.tsx';
import { TextArea } from '#web/ui/inputs/text-area.tsx';
import { IconBraces, IconMail, IconMessage } from '#web/ui/layout/icons.ts';
import classes from './reminders.module.css';
import { TextLength } from './text-length.tsx';

/** The reminders that are edited, and what is wrong with them. */
export interface ReminderFields {
  slot: (key: SlotKey) => NotificationSlot;
  change: (key: SlotKey, change: Partial<NotificationSlot>) => void;
  error: (key: SlotKey, field: keyof NotificationSlot) => string | undefined;
}

/** The most common placeholders; all others can be typed. */
const offered = [
  'clients.first_name',
  'clients.names',
  'agents.first_name',
  'listing_agents.first_name',
  'property.address',
  'property.full_address',
  'inspection.date',
  'inspection.time',
  'inspection.client_link',
  'inspection.agreements_link',
  'inspection.invoice_link',
  'inspection.reports_link',
  'technicians.names',
  'charges.total',
  'payments.outstanding',
];

/** Show descriptions on hover and keyboard focus. */
const asked = { hover: true, focus: true, touch: false };

/** One reminder: whether, when and what to send. Its text is shown when expanded. */
export function ReminderEditor({ place, form }: { place: SlotPosition; form: ReminderFields }) {
  const t = useTranslation('messages');
  const slot = form.slot(place.key);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const name = t(`slot.${place.channel}`, { n: place.index });
  const isWrong = (['value', 'unit', 'when', 'subject', 'body'] as const).some((field) =>
    form.error(place.key, field),
  );
  const isShown = isOpen || isWrong;
  const Icon = place.channel === 'email' ? IconMail : IconMessage;
  return (
    <section className={classes.slot} aria-label={name}>
      <div className={classes.head}>
        <Icon size={18} stroke={1.7} aria-hidden className={classes.icon} />
        <div className={classes.words}>
          <div className={classes.name}>{name}</div>
          <div className={classes.when}>
            {slot.enabled ? momentText(t, slot) : `${t('off')} · ${momentText(t, slot)}`}
          </div>
        </div>
        <Button
          variant="subtle"
          size="compact-md"
          aria-expanded={isShown}
          aria-controls={id}
          aria-label={t(isShown ? 'closeOf' : 'editOf', { name })}
          onClick={() => setOpen(!isShown)}
        >
          {t(isShown ? 'close' : 'edit')}
        </Button>
        <Switch
          aria-label={t('sendOf', { name })}
          checked={slot.enabled}
          onChange={(event) => form.change(place.key, { enabled: event.currentTarget.checked })}
        />
      </div>
      <div id={id} hidden={!isShown}>
        {isShown && <Words place={place} form={form} slot={slot} />}
      </div>
    </section>
  );
}

type Text = (key: string, values?: Record<string, string | number>) => string;

function momentText(t: Text, { when, value, unit }: NotificationSlot): string {
  // While it is typed, an amount may be no number.
  if (!Number.isFinite(value)) return '–';
  return t(`moment.${when}`, { time: t(`units.${unit}`, { count: value }) });
}

function Words({ place, form, slot }: { place: SlotPosition; form: ReminderFields; slot: NotificationSlot }) {
  const t = useTranslation('messages');
  const { key, channel } = place;
  const body = useRef<HTMLTextAreaElement>(null);
  const change = (values: Partial<NotificationSlot>) => form.change(key, values);

  function insert(name: string) {
    const field = body.current;
    const at = field?.selectionStart ?? slot.body.length;
    const end = field?.selectionEnd ?? at;
    const token = `{{${name}}}`;
    change({ body: slot.body.slice(0, at) + token + slot.body.slice(end) });
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(at + token.length, at + token.length);
    });
  }

  return (
    <div className={classes.body}>
      <div className={classes.moment}>
        <NumberTextInput
          label={t('value')}
          maxLength={6}
          value={slot.value}
          onChange={(next) => change({ value: typeof next === 'string' ? Number.NaN : (next ?? 0) })}
          error={form.error(key, 'value')}
        />
        <NativeSelect
          label={t('unit')}
          data={[0, 1, 2, 3, 4].map((unit) => ({ value: String(unit), label: t(`unitNames.${unit}`) }))}
          value={String(slot.unit)}
          onChange={(event) => change({ unit: Number(event.currentTarget.value) as DurationUnit })}
          error={form.error(key, 'unit')}
        />
        <NativeSelect
          label={t('whenLabel')}
          data={(['pre', 'post'] as const).map((when) => ({ value: when, label: t(`when.${when}`) }))}
          value={slot.when}
          onChange={(event) => change({ when: event.currentTarget.value === 'post' ? 'post' : 'pre' })}
          error={form.error(key, 'when')}
        />
      </div>
      {channel === 'email' && (
        <TextInput
          label={t('subject')}
          value={slot.subject}
          onChange={(event) => change({ subject: event.currentTarget.value })}
          error={form.error(key, 'subject')}
        />
      )}
      <TextArea
        ref={body}
        label={t('message')}
        minRows={channel === 'email' ? 6 : 3}
        value={slot.body}
        onChange={(event) => change({ body: event.currentTarget.value })}
        error={form.error(key, 'body')}
      />
      <div className={classes.tools}>
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" size="compact-md" leftSection={<IconBraces size={16} aria-hidden />}>
              {t('insert')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={classes.menu ?? ''}>
            {/* One tooltip at a time: keyboard focus and mouse may be on different placeholders. */}
            <Tooltip.Group openDelay={350}>
              {offered.map((name) => (
                <Tooltip key={name} label={`{{${name}}}`} events={asked} position="right" withArrow>
                  <Menu.Item onClick={() => insert(name)}>{t(`placeholder.${name}`)}</Menu.Item>
                </Tooltip>
              ))}
            </Tooltip.Group>
          </Menu.Dropdown>
        </Menu>
        <TextLength channel={channel} text={slot.body} max={maxBodyLength[channel]} />
      </div>
      <TextOrigin place={place} slot={slot} onRestore={change} />
    </div>
  );
}

/** Says in which language readers get the text, and restores the product's. */
function TextOrigin(props: {
  place: SlotPosition;
  slot: NotificationSlot;
  onRestore: (text: Partial<NotificationSlot>) => void;
}) {
  const t = useTranslation('messages');
  const { place, slot, onRestore } = props;
  if (isDefaultText(place, slot)) return <p className={classes.origin}>{t('defaultText')}</p>;
  return (
    <div className={classes.origin}>
      <span>{t('ownText')}</span>{' '}
      <Button variant="subtle" size="compact-md" onClick={() => onRestore(defaultText(place, currentLang()))}>
        {t('templates.restore')}
      </Button>
    </div>
  );
}
