import {
  gatewayCredentials,
  gatewayNames,
  type PaymentType,
  paymentTypes,
} from '#domain/payments/gateways.ts';
import { getGateway } from '#features/company/gateway-contract.ts';
import { MoneyField, NumberField, SelectField, SwitchField } from '#features/company/screens/kit/fields.tsx';
import classes from '#features/company/screens/kit/settings.module.css';
import { TextAreaField, TextField } from '#features/company/screens/kit/text-fields.tsx';
import { type SettingsForm, useSettingsForm } from '#features/company/screens/kit/use-settings-form.ts';
import type { CompanySettingsAnswer } from '#features/company/settings-contract.ts';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { DifferencesCard } from './differences-card.tsx';
import { GatewayConnectionStatus } from './gateway-connection-status.tsx';
import { SecretField } from './secret-field.tsx';

/** How the company is paid; gateway credentials are entered here and never shown again. */
export function SettingsTab({ settings }: { settings: CompanySettingsAnswer }) {
  const t = useTranslation('payments');
  const form = useSettingsForm(settings, { id: 'payments', texts: 'payments' });
  const type = Number(form.get('payment_type')) as PaymentType;
  const types = paymentTypes.map((each) => ({
    value: String(each),
    label: gatewayNames[each] || t(`settings.payment.${each}`),
  }));
  const fields = gatewayCredentials[type];
  // The gateway is checked after saving: the result arrives a moment later.
  const { data: stored } = useRead(getGateway, { subscriberId: settings.subscriber_id }, { live: true });
  const last4 = (name: string) =>
    stored?.payment_type === type ? stored.credentials[name]?.last4 : undefined;
  const isSet = (name: string) => settings.credentials[String(type)]?.[name] ?? false;
  return (
    <>
      <SaveBarForm form={form} label={form.label}>
        <Card title={t('settings.s.gateway')}>
          <FieldGrid>
            <SelectField
              form={form}
              k="payment_type"
              data={types}
              asNumber
              hint={t(`settings.paymentHint.${type}`)}
              wide
            />
          </FieldGrid>
          {fields.length > 0 && (
            <div className={classes.switches} style={{ marginTop: 16 }}>
              {fields.map((name) => (
                <SecretField
                  key={`${type}.${name}`}
                  label={t(`settings.credential.${name}`)}
                  isSet={isSet(name)}
                  last4={last4(name)}
                  value={String(form.get(`credentials.${name}`) ?? '')}
                  onChange={(value) => form.set(`credentials.${name}`, value)}
                  error={form.error(`credentials.${name}`)}
                />
              ))}
              <SwitchField form={form} k="gateway_sandbox" />
              <CheckoutStyleField form={form} />
            </div>
          )}
          {fields.some(isSet) && !form.isDirty && (
            <GatewayConnectionStatus
              key={type}
              subscriberId={settings.subscriber_id}
              stored={stored?.payment_type === type ? stored : undefined}
            />
          )}
          {type === 7 && !fields.some(isSet) && (
            <Notice
              tone="info"
              action={
                <LinkButton to="/create-merchant" variant="default" size="compact-md">
                  {t('settings.merchantApply')}
                </LinkButton>
              }
            >
              {t('settings.merchantLink')}
            </Notice>
          )}
          {fields.length > 0 && !fields.some(isSet) && (
            <Notice tone="info">{t('settings.gatewayNotSet', { name: gatewayNames[type] })}</Notice>
          )}
        </Card>
        <Card title={t('settings.s.paying')}>
          <FieldGrid>
            <TextAreaField form={form} k="payment_instructions" hint wide />
            <TextField form={form} k="external_payment_url" type="url" placeholder="https://" hint wide />
          </FieldGrid>
          <div className={classes.switches}>
            <SwitchField form={form} k="allow_partial_payments" />
            <SwitchField form={form} k="require_payment_default" />
          </div>
        </Card>
        <Card title={t('settings.s.cancellation')}>
          <FieldGrid>
            <NumberField form={form} k="cancellation_hours" unit="hours" hint />
            <SelectField
              form={form}
              k="cancellation_fee_type"
              data={[1, 2].map((each) => ({
                value: String(each),
                label: t(`settings.cancellationFeeType.${each}`),
              }))}
              asNumber
            />
            {form.get('cancellation_fee_type') === 2 ? (
              <MoneyField form={form} k="cancellation_fee" />
            ) : (
              <NumberField form={form} k="cancellation_fee" unit="%" />
            )}
            <MoneyField form={form} k="trip_fee" hint />
          </FieldGrid>
        </Card>
      </SaveBarForm>
      <div style={{ marginTop: 16 }}>
        <DifferencesCard />
      </div>
    </>
  );
}

/** Where clients enter their card. */
function CheckoutStyleField({ form }: { form: SettingsForm }) {
  const t = useTranslation('payments');
  const data = ['embedded', 'redirect'].map((value) => ({
    value,
    label: t(`settings.checkoutStyle.${value}`),
  }));
  return (
    <div style={{ marginTop: 12 }}>
      <SelectField form={form} k="checkout_style" data={data} hint />
    </div>
  );
}
