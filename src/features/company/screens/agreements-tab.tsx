import { Stack } from '@mantine/core';
import { useText } from '#web/i18n.ts';
import { Slot } from '#web/slots.tsx';
import { SaveFrame } from '#web/ui/feedback/save-frame.tsx';
import { CardSkeleton } from '#web/ui/feedback/states.tsx';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useUrl } from '#web/url.ts';
import type { CompanySettingsAnswer } from '../settings-contract.ts';
import { NumberField, SelectField, SwitchField } from './fields.tsx';
import { LinkRightsField } from './link-rights-field.tsx';
import classes from './settings.module.css';
import { useAgreementChoices } from './use-agreement-choices.ts';
import { useSettingsForm } from './use-settings-form.ts';

/** The company's agreement texts, which of them new appointments begin with, and who signs. */
export function AgreementsTab({ settings }: { settings: CompanySettingsAnswer }) {
  // The room of agreements stands above this one: its texts fill the place, and while one is edited it has the tab alone.
  const [{ agreement }] = useUrl({ agreement: '' });
  return (
    <Stack gap={16}>
      <Slot name="settings.agreements" fallback={<CardSkeleton height={320} />} />
      {agreement === '' && <WhoSigns settings={settings} />}
    </Stack>
  );
}

function WhoSigns({ settings }: { settings: CompanySettingsAnswer }) {
  const t = useText('company');
  const form = useSettingsForm(settings);
  const agreements = useAgreementChoices(settings.subscriber_id);
  const signers = ['all', 'any'].map((value) => ({ value, label: t(`signers.${value}`) }));
  return (
    <SaveFrame form={form} label={t('tab.agreements')}>
      <Card title={t('s.agreements')}>
        <FieldGrid>
          <SelectField
            form={form}
            k="default_agreement_id"
            data={agreements}
            clearable
            searchable
            placeholder={t('none')}
            hint
            wide
          />
          <SelectField form={form} k="agreement_signers" data={signers} hint wide />
        </FieldGrid>
      </Card>
      <Card title={t('s.agents')}>
        <div className={classes.switches}>
          <SwitchField form={form} k="agents_can_sign" />
          <SwitchField form={form} k="agents_can_pay" />
        </div>
      </Card>
      <Card title={t('s.links')}>
        <LinkRightsField form={form} />
        <FieldGrid>
          <NumberField
            form={form}
            k="personal_link_days"
            unit={t('unit.days')}
            placeholder={t('none')}
            hint
          />
        </FieldGrid>
      </Card>
    </SaveFrame>
  );
}
