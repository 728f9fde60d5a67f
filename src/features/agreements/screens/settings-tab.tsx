import { Stack } from '@mantine/core';
import { NumberField, SelectField, SwitchField } from '#features/company/screens/kit/fields.tsx';
import classes from '#features/company/screens/kit/settings.module.css';
import { useAgreementChoices } from '#features/company/screens/kit/use-agreement-choices.ts';
import { useSettingsForm } from '#features/company/screens/kit/use-settings-form.ts';
import type { CompanySettingsAnswer } from '#features/company/settings-contract.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { AgreementLibrary } from './library/agreement-library.tsx';
import { LinkRightsField } from './link-rights-field.tsx';

/** The company's agreement texts, the default for new appointments, and who signs. */
export function SettingsTab({ settings }: { settings: CompanySettingsAnswer }) {
  // While a text is being edited it is the only content of the tab.
  const [{ agreement }] = useUrlState({ agreement: '' });
  return (
    <Stack gap={16}>
      <AgreementLibrary />
      {agreement === '' && <WhoSigns settings={settings} />}
    </Stack>
  );
}

function WhoSigns({ settings }: { settings: CompanySettingsAnswer }) {
  const t = useTranslation('agreements');
  const form = useSettingsForm(settings, { id: 'agreements', texts: 'agreements' });
  const agreements = useAgreementChoices(settings.subscriber_id);
  const signers = ['all', 'any'].map((value) => ({ value, label: t(`settings.signers.${value}`) }));
  return (
    <SaveBarForm form={form} label={form.label}>
      <Card title={t('settings.s.agreements')}>
        <FieldGrid>
          <SelectField
            form={form}
            k="default_agreement_id"
            data={agreements}
            clearable
            searchable
            placeholder={t('settings.none')}
            hint
            wide
          />
          <SelectField form={form} k="agreement_signers" data={signers} hint wide />
        </FieldGrid>
      </Card>
      <Card title={t('settings.s.agents')}>
        <div className={classes.switches}>
          <SwitchField form={form} k="agents_can_sign" />
          <SwitchField form={form} k="agents_can_pay" />
        </div>
      </Card>
      <Card title={t('settings.s.links')}>
        <LinkRightsField form={form} />
        <FieldGrid>
          <NumberField form={form} k="personal_link_days" unit="days" placeholder={t('settings.none')} hint />
        </FieldGrid>
      </Card>
    </SaveBarForm>
  );
}
