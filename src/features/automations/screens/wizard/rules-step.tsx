import { Button, Menu, SegmentedControl } from '@mantine/core';
import {
  conditionsFor,
  isOffered,
  newRule,
  type Rule,
  type RuleCondition,
} from '#domain/automations/action-types.ts';
import { newRecordId } from '#web/editing/new-record-id.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconPlus } from '#web/ui/layout/icons.ts';
import { RuleRow } from './rule-row.tsx';
import type { ActionDraft } from './use-action-draft.ts';
import classes from './wizard.module.css';

/** The second step: the conditions under which the action runs. */
export function RulesStep({ draft: { action, change } }: { draft: ActionDraft }) {
  const t = useTranslation('automations');
  const set = (rules: Rule[]) => change({ rules });
  const add = (condition: RuleCondition) => set([...action.rules, newRule(newRecordId(), condition)]);
  return (
    <>
      {action.rules.length === 0 && <Notice tone="info">{t('noRules')}</Notice>}
      {action.rules.length > 1 && (
        <SegmentedControl
          aria-label={t('matchLabel')}
          data={[
            { value: 'all', label: t('match.all') },
            { value: 'any', label: t('match.any') },
          ]}
          value={action.rules_match}
          onChange={(value) => change({ rules_match: value === 'any' ? 'any' : 'all' })}
        />
      )}
      {action.rules.map((rule, index) => (
        <RuleRow
          key={rule.id}
          rule={rule}
          number={index + 1}
          isOffered={isOffered(rule.event_type, action.event_type)}
          onChange={(next) => set(action.rules.map((one) => (one.id === next.id ? next : one)))}
          onRemove={() => set(action.rules.filter((one) => one.id !== rule.id))}
        />
      ))}
      <div>
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              className={classes.add ?? ''}
            >
              {t('addRule')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {conditionsFor(action.event_type).map(({ id }) => (
              <Menu.Item key={id} onClick={() => add(id)}>
                {t(`condition.${id}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
    </>
  );
}
