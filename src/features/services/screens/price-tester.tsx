import { Checkbox, Loader, Select, TextInput } from '@mantine/core';
import { useId } from 'react';
import { parseLocalDate } from '#domain/base/time.ts';
import { typedNumber } from '#domain/base/typed-number.ts';
import { allows } from '#domain/people/permissions.ts';
import type { WireService } from '#domain/pricing/wire-pricing.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor, useUser } from '#web/session.ts';
import { DateField } from '#web/ui/inputs/date-field.tsx';
import { ZipInput } from '#web/ui/inputs/digit-inputs.tsx';
import { NumberTextInput } from '#web/ui/inputs/number-text-input.tsx';
import classes from './tester.module.css';
import { TesterResult } from './tester-result.tsx';
import { addOnKey, type PriceTestCase, type PriceTestResult } from './use-price-test.ts';

interface Props {
  services: readonly WireService[];
  test: PriceTestCase;
  onChange: (test: PriceTestCase) => void;
  tested: PriceTestResult;
  /** Set in the service editor: only add-ons can be chosen. */
  only?: boolean;
}

/**
 * Calculates price and duration for any property, without an appointment, and explains them. Updates as the user types.
 */
export function PriceTester(props: Props) {
  const { test, onChange, tested } = props;
  const t = useTranslation('services');
  const user = useUser();
  const mayDiscount = allows(useActor(), 'manage_discounts');
  const set = (patch: Partial<PriceTestCase>) => onChange({ ...test, ...patch });
  return (
    <div className={classes.tester}>
      <div className={classes.fields}>
        <NumberTextInput
          label={t('when.1')}
          value={typedNumber(test.square_feet) ?? test.square_feet}
          onChange={(next) => set({ square_feet: String(next ?? '') })}
        />
        <NumberTextInput
          label={t('when.3')}
          value={typedNumber(test.year_built) ?? test.year_built}
          onChange={(next) => set({ year_built: String(next ?? '') })}
        />
        <Select
          label={t('when.5')}
          data={[1, 2, 3].map((n) => ({ value: String(n), label: t(`foundation.${n}`) }))}
          value={test.foundation}
          onChange={(foundation) => set({ foundation })}
          placeholder={t('unknownValue')}
          clearable
          comboboxProps={{ withinPortal: true }}
        />
        <ZipInput
          label={t('when.4')}
          country={user.country_code}
          value={test.zip_code}
          onChange={(zip_code) => set({ zip_code })}
          autoComplete="off"
        />
        <DateField
          label={t('testDate')}
          value={test.date}
          onChange={(date) => {
            if (date === '' || parseLocalDate(date)) set({ date });
          }}
        />
        {mayDiscount && (
          <TextInput
            label={t('discountCode')}
            value={test.code}
            onChange={(event) => set({ code: event.currentTarget.value })}
            maxLength={30}
            autoComplete="off"
            spellCheck={false}
            rightSection={tested.isLookingUp ? <Loader size={16} /> : null}
            error={tested.discount?.reason ? t(`refused.${tested.discount.reason}`) : null}
            styles={{ input: { textTransform: 'uppercase' } }}
          />
        )}
      </div>
      <Choice {...props} />
      <TesterResult tested={tested} />
    </div>
  );
}

/** Checkboxes for services, each followed by its add-ons once it is checked. */
function Choice({ services, test, onChange, only }: Props) {
  const t = useTranslation('services');
  const user = useUser();
  const format = useFormat();
  const id = useId();
  const toggle = (key: string) => {
    const isOn = test.chosen.includes(key);
    // Unchecking a service unchecks its add-ons.
    const rest = test.chosen.filter((one) => one !== key && !(isOn && one.startsWith(`${key}/`)));
    onChange({ ...test, chosen: isOn ? rest : [...rest, key] });
  };
  const box = (key: string, name: string, price: number, isAddOn: boolean) => (
    <Checkbox
      key={key}
      size="sm"
      className={`${classes.box} ${isAddOn ? classes.addOnBox : ''}`}
      checked={test.chosen.includes(key)}
      onChange={() => toggle(key)}
      label={
        <span className={classes.boxWords}>
          <span>{name}</span>
          <span className={classes.faint}>{format.money(price, user.currency)}</span>
        </span>
      }
      classNames={{ body: classes.boxBody ?? '', labelWrapper: classes.boxLabel ?? '' }}
    />
  );
  if (only && services[0]?.add_ons.length === 0) return null;
  return (
    <fieldset className={classes.choice} aria-labelledby={id}>
      <div id={id} className={classes.legend}>
        {t(only ? 'addOns' : 'chooseServices')}
      </div>
      <div className={classes.boxes}>
        {services.map((service) => (
          <div key={service.id}>
            {!only && box(service.id, service.name, service.base_cost, false)}
            {(only || test.chosen.includes(service.id)) &&
              service.add_ons.map((one) => box(addOnKey(service.id, one.id), one.name, one.add_fee, !only))}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
