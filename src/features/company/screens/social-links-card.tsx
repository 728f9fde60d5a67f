import { socialNetworks } from '#domain/settings/company.ts';
import { useTranslation } from '#web/i18n.ts';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import classes from './kit/settings.module.css';
import { TextField } from './kit/text-fields.tsx';
import type { SettingsForm } from './kit/use-settings-form.ts';

/** The company's pages on other sites. */
export function SocialLinksCard({ form }: { form: SettingsForm }) {
  const t = useTranslation('company');
  return (
    <Card title={t('s.social')}>
      <div className={classes.social}>
        <FieldGrid>
          {socialNetworks.map((network) => (
            <TextField
              key={network}
              form={form}
              k={`social_links.${network}`}
              type="url"
              placeholder="https://"
            />
          ))}
        </FieldGrid>
      </div>
    </Card>
  );
}
