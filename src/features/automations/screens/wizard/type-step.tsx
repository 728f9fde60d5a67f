import { Group, Radio, TextInput } from '@mantine/core';
import { actionTypes, asActionType } from '#domain/automations/action-types.ts';
import { actionLimits } from '#domain/automations/clean-action.ts';
import { useTranslation } from '#web/i18n.ts';
import type { ActionDraft } from './use-action-draft.ts';
import classes from './wizard.module.css';

/** The third step: what happens, and the name of the action. */
export function TypeStep({ draft: { action, change } }: { draft: ActionDraft }) {
  const t = useTranslation('automations');
  return (
    <>
      <Radio.Group
        label={t('typeLabel')}
        value={String(action.action_type)}
        onChange={(value) => change({ action_type: asActionType(Number(value)) })}
      >
        <div className={classes.types}>
          {actionTypes.map((type) => (
            <Radio.Card key={type} value={String(type)} className={classes.type ?? ''}>
              <Group wrap="nowrap" align="flex-start" gap={12}>
                <Radio.Indicator mt={2} />
                <span>
                  <span className={classes.typeName}>{t(`type.${type}`)}</span>
                  <span className={classes.typeHint}>{t(`typeHint.${type}`)}</span>
                </span>
              </Group>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      <TextInput
        label={t('actionName')}
        description={t('actionNameHint')}
        value={action.action_name}
        maxLength={actionLimits.name}
        onChange={(event) => change({ action_name: event.currentTarget.value })}
      />
    </>
  );
}
