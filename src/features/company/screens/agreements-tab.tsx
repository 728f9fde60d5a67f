import { useText } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { FieldGrid } from '#web/ui/form.tsx';
import { SaveFrame } from '#web/ui/save-frame.tsx';
import type { CompanySettingsAnswer } from '../settings-contract.ts';
import { SelectField, SwitchField } from './fields.tsx';
import classes from './settings.module.css';
import { useAgreementChoices } from './use-agreement-choices.ts';
import { useSettingsForm } from './use-settings-form.ts';

/** Which agreement new appointments begin with, and who signs. */
export function AgreementsTab({ settings }: { settings: CompanySettingsAnswer }) {
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
    </SaveFrame>
  );
}
