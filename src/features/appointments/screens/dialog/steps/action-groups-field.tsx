import { Button, MultiSelect } from '@mantine/core';
import { Suspense, useState } from 'react';
import { chooseGroups, chosenGroupIds, editedGroup } from '#domain/automations/chosen-groups.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { useLocalizeMessage } from '../../draft/booking-messages.ts';
import { useAppointmentDialog } from '../../draft/dialog-context.ts';

const PreviewActions = lazy(async () => ({
  default: (await import('./preview-actions.tsx')).PreviewActions,
}));

/** The groups of actions of the appointment. Edits of those that stay are not lost by choosing others. */
export function ActionGroupsField() {
  const t = useTranslation('appointments');
  const localize = useLocalizeMessage();
  const { state, dispatch, defaults } = useAppointmentDialog();
  const { action_groups: entries } = state.draft.information;
  const chosen = chosenGroupIds(entries);
  const options = defaults.actionGroups.map((one) => ({ value: one.id, label: labelOf(one.id) }));
  const gone = chosen.filter((id) => !defaults.actionGroups.some((one) => one.id === id));
  const isEmpty = options.length === 0 && gone.length === 0;
  function labelOf(id: string): string {
    const group = defaults.actionGroups.find((one) => one.id === id);
    const edited = entries.flatMap((one) => editedGroup(one) ?? []).find((one) => one.id === id);
    const name = edited?.name ?? group?.name ?? t('deletedGroup');
    return group?.enable === false ? t('groupOff', { name }) : edited ? t('groupEdited', { name }) : name;
  }
  return (
    <div>
      <MultiSelect
        label={t('actionGroups')}
        data-field="action_groups"
        {...(isEmpty ? { description: t('noActionGroupsHint') } : {})}
        placeholder={isEmpty ? t('noActionGroups') : chosen.length === 0 ? t('none') : undefined}
        data={[...options, ...gone.map((id) => ({ value: id, label: labelOf(id) }))]}
        value={chosen}
        onChange={(ids) =>
          dispatch({ type: 'information', patch: { action_groups: chooseGroups(entries, ids) } })
        }
        readOnly={isEmpty}
        searchable={!isEmpty}
        clearable
        nothingFoundMessage={t('nothingFound')}
        error={localize(problemOf(state.errors))}
      />
      {chosen.length > 0 && state.editing === null && <PreviewLink />}
    </div>
  );
}

/** Opens the actions of the chosen groups. Those of an existing appointment are on its page. */
function PreviewLink() {
  const t = useTranslation('appointments');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" size="compact-md" onClick={() => setOpen(true)}>
        {t('previewActions')}
      </Button>
      {isOpen && (
        <Suspense>
          <PreviewActions onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The first message about a group or one of its actions. */
function problemOf(errors: Readonly<Record<string, string>>): string | undefined {
  const [field] = Object.keys(errors).filter((name) => /^action_groups(\.|$)/.test(name));
  return field === undefined ? undefined : errors[field];
}
