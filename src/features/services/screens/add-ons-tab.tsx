import { ActionIcon, Button, Switch, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { MoneyInput } from '#web/ui/inputs/money-input.tsx';
import { TextArea } from '#web/ui/inputs/text-area.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconPlus, IconTrash } from '#web/ui/layout/icons.ts';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import { moveItem, SortableList } from '#web/ui/table/sortable-list.tsx';
import { DocumentField, firstErrorAt } from './documents-tab.tsx';
import classes from './editor.module.css';
import { type DraftAddOn, newKey } from './service-draft.ts';
import type { ServiceForm } from './use-service-form.ts';

/** The add-ons of the service, each with a price and duration. */
export function AddOnsTab({ form }: { form: ServiceForm }) {
  const t = useTranslation('services');
  const { add_ons } = form.draft;
  const put = (next: (before: DraftAddOn[]) => DraftAddOn[]) =>
    form.change((before) => ({ ...before, add_ons: next(before.add_ons) }));
  const add = () => put((before) => [...before, freshAddOn()]);
  const keys = add_ons.map((one) => one.key);
  const nameOf = (key: string) => add_ons.find((one) => one.key === key)?.name || t('unnamed');
  const order = (next: string[]) =>
    put((before) => next.flatMap((key) => before.find((one) => one.key === key) ?? []));
  return (
    <Card
      title={t('tab.addOns')}
      flush={add_ons.length > 0}
      actions={
        add_ons.length > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={add}
          >
            {t('addAddOn')}
          </Button>
        )
      }
    >
      {add_ons.length === 0 ? (
        <EmptyState
          title={t('noAddOns')}
          hint={t('noAddOnsHint')}
          action={
            <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
              {t('addAddOn')}
            </Button>
          }
        />
      ) : (
        <SortableList
          label={t('tab.addOns')}
          ids={keys}
          nameOf={nameOf}
          onOrder={order}
          rowClass={classes.addOnRow}
        >
          {(key, grip, index) => {
            const addOn = add_ons[index];
            if (!addOn) return null;
            return (
              <AddOnRow
                addOn={addOn}
                index={index}
                count={add_ons.length}
                grip={grip}
                form={form}
                onChange={(patch) =>
                  put((before) => before.map((one) => (one.key === key ? { ...one, ...patch } : one)))
                }
                onRemove={() => put((before) => before.filter((one) => one.key !== key))}
                onShift={(by) => order(moveItem(keys, key, by))}
              />
            );
          }}
        </SortableList>
      )}
    </Card>
  );
}

function freshAddOn(): DraftAddOn {
  return {
    key: newKey(),
    name: '',
    description: '',
    fee: '',
    hours: '',
    status: 1,
    templates: [],
    agreements: [],
  };
}

interface RowProps {
  addOn: DraftAddOn;
  index: number;
  count: number;
  grip: ReactNode;
  form: ServiceForm;
  onChange: (patch: Partial<DraftAddOn>) => void;
  onRemove: () => void;
  onShift: (by: -1 | 1) => void;
}

function AddOnRow({ addOn, index, count, grip, form, onChange, onRemove, onShift }: RowProps) {
  const t = useTranslation('services');
  const { currency } = useUser();
  const [wasOpened, setOpen] = useState(false);
  const isPhone = useIsPhone();
  const named = (label: string) => (isPhone ? { label } : { 'aria-label': label });
  const path = `add_ons.${index}`;
  const name = addOn.name || t('unnamed');
  const inside = ['description', 'templates', 'agreements'].some((field) =>
    firstErrorAt(form, `${path}.${field}`),
  );
  const isOpen = wasOpened || inside;
  return (
    <fieldset className={classes.addOn} aria-label={name}>
      <div className={classes.addOnLine}>
        {grip}
        <TextInput
          aria-label={t('name')}
          className={classes.addOnName ?? ''}
          value={addOn.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          placeholder={t('addOnName')}
          maxLength={120}
          autoComplete="off"
          error={form.error(`${path}.name`)}
        />
        <MoneyInput
          {...named(t('price'))}
          className={classes.addOnMoney ?? ''}
          currency={currency}
          value={addOn.fee}
          onChange={(event) => onChange({ fee: event.currentTarget.value })}
          placeholder="0"
          error={form.error(`${path}.add_fee`)}
        />
        <TextInput
          {...named(t('duration'))}
          className={classes.addOnHours ?? ''}
          inputMode="decimal"
          autoComplete="off"
          value={addOn.hours}
          onChange={(event) => onChange({ hours: event.currentTarget.value })}
          placeholder="0"
          rightSection={<span className={classes.unit}>{t('hrs')}</span>}
          rightSectionWidth={44}
          error={form.error(`${path}.add_hours`)}
        />
        <Switch
          size="sm"
          aria-label={t('offered', { name })}
          checked={addOn.status === 1}
          onChange={(event) => onChange({ status: event.currentTarget.checked ? 1 : 0 })}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('moreOf', { name })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown
            size={18}
            aria-hidden
            style={{ transform: isOpen ? 'rotate(180deg)' : 'none', transition: 'transform 120ms' }}
          />
        </ActionIcon>
      </div>
      {isOpen && (
        <div className={classes.addOnMore}>
          <TextArea
            label={t('description')}
            value={addOn.description}
            onChange={(event) => onChange({ description: event.currentTarget.value })}
            maxLength={2000}
            minRows={2}
            error={form.error(`${path}.description`)}
          />
          <DocumentField
            kind="templates"
            value={addOn.templates}
            onChange={(templates) => onChange({ templates })}
            error={firstErrorAt(form, `${path}.templates`)}
          />
          <DocumentField
            kind="agreements"
            value={addOn.agreements}
            onChange={(agreements) => onChange({ agreements })}
            error={firstErrorAt(form, `${path}.agreements`)}
          />
          <div className={classes.addOnActs}>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconArrowUp size={14} aria-hidden />}
              disabled={index === 0}
              onClick={() => onShift(-1)}
            >
              {t('moveUp')}
            </Button>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconArrowDown size={14} aria-hidden />}
              disabled={index === count - 1}
              onClick={() => onShift(1)}
            >
              {t('moveDown')}
            </Button>
            <span className={classes.grow} />
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={onRemove}
            >
              {t('removeAddOn')}
            </Button>
          </div>
        </div>
      )}
    </fieldset>
  );
}
