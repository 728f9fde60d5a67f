import { Stack } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import { PageSlot } from '#web/page-slots.tsx';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { CardSkeleton } from '#web/ui/feedback/states.tsx';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useUrlState } from '#web/use-url-state.ts';
import type { CompanySettingsAnswer } from '../settings-contract.ts';
import { NumberField, SelectField, SwitchField } from './fields.tsx';
import { LinkRightsField } from './link-rights-field.tsx';
import classes from './settings.module.css';
import { useAgreementChoices } from './use-agreement-choices.ts';
import { useSettingsForm } from './use-settings-form.ts';

/** The company's agreement texts, the default for new appointments, and who signs. */
export function AgreementsTab({ settings }: { settings: CompanySettingsAnswer }) {
  // The agreements feature fills the slot with its texts; while one is being edited it is the only content of the tab.
  const [{ agreement }] = useUrlState({ agreement: '' });
  return (
    <Stack gap={16}>
      <PageSlot name="settings.agreements" fallback={<CardSkeleton height={320} />} />
      {agreement === '' && <WhoSigns settings={settings} />}
    </Stack>
  );
}

function WhoSigns({ settings }: { settings: CompanySettingsAnswer }) {
  const t = useTranslation('company');
  const form = useSettingsForm(settings);
  const agreements = useAgreementChoices(settings.subscriber_id);
  const signers = ['all', 'any'].map((value) => ({ value, label: t(`signers.${value}`) }));
  return (
    <SaveBarForm form={form} label={t('tab.agreements')}>
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
    </SaveBarForm>
  );
}
