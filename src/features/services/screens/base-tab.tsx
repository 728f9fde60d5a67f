import { Switch, TextInput } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { MoneyInput } from '#web/ui/inputs/money-input.tsx';
import { TextArea } from '#web/ui/inputs/text-area.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import classes from './editor.module.css';
import type { ServiceForm } from './use-service-form.ts';

/** The service's name, base price and base duration. */
export function BaseTab({ form }: { form: ServiceForm }) {
  const t = useTranslation('services');
  const { currency } = useUser();
  const { draft, set, error } = form;
  return (
    <Card title={t('tab.base')}>
      <FieldGrid>
        <TextInput
          label={t('name')}
          wrapperProps={{ 'data-wide': true }}
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          maxLength={120}
          autoComplete="off"
          required
          error={error('name')}
        />
        <div data-wide>
          <TextArea
            label={t('description')}
            description={t('descriptionHint')}
            value={draft.description}
            onChange={(event) => set({ description: event.currentTarget.value })}
            maxLength={2000}
            minRows={2}
            error={error('description')}
          />
        </div>
        <MoneyInput
          label={t('baseCost')}
          currency={currency}
          value={draft.cost}
          onChange={(event) => set({ cost: event.currentTarget.value })}
          placeholder="0"
          error={error('base_cost')}
        />
        <TextInput
          label={t('baseDuration')}
          description={t('quarterHint')}
          inputMode="decimal"
          autoComplete="off"
          value={draft.duration}
          onChange={(event) => set({ duration: event.currentTarget.value })}
          placeholder="0"
          rightSection={<span className={classes.unit}>{t('hrs')}</span>}
          rightSectionWidth={44}
          error={error('base_duration')}
        />
      </FieldGrid>
      <div className={classes.switches}>
        <Switch
          label={t('isActive')}
          description={t('isActiveHint')}
          checked={draft.status === 1}
          onChange={(event) => set({ status: event.currentTarget.checked ? 1 : 0 })}
        />
        <Switch
          label={t('isPublic')}
          description={t('isPublicHint')}
          checked={draft.is_public}
          onChange={(event) => set({ is_public: event.currentTarget.checked })}
        />
      </div>
    </Card>
  );
}
