import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ReportComment } from '#domain/reports/reports.ts';
import { useWrite } from '#web/api.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';
import { decimalCost } from '#wire/costs.ts';
import { updateCommentDefinition } from '../../editing-contract.ts';
import { DialogButtons } from '../parts/dialog-buttons.tsx';
import { useEditorTools } from '../work/use-report-editor.ts';

const parts = ['text', 'category', 'recommendation', 'tags', 'costs', 'location'] as const;
type Part = (typeof parts)[number];

/** Makes a comment of the report the one that new reports get from its template; fields that are not chosen stay there. */
export function DefinitionDialog({ comment, onClose }: { comment: ReportComment; onClose: () => void }) {
  const t = useTranslation('reports');
  const { editor, reportId, settings } = useEditorTools();
  const offered = parts.filter((part) => isOffered(part, comment, settings.cost_estimator));
  // The place belongs to this house.
  const [chosen, setChosen] = useState<readonly Part[]>(offered.filter((part) => part !== 'location'));
  const write = useWrite(updateCommentDefinition, {
    toast: t('edit.templateUpdated'),
    onDone: () => {
      void editor.sync();
      onClose();
    },
  });
  async function save() {
    if (!(await editor.flush())) return toast(t('edit.needsConnection'), { kind: 'error' });
    await write.send({
      ...{ reportId, commentId: comment.id, name: comment.name },
      ...Object.assign({}, ...chosen.map((part) => fieldsOf(part, comment))),
    });
  }
  const toggle = (part: Part) =>
    setChosen(chosen.includes(part) ? chosen.filter((one) => one !== part) : [...chosen, part]);
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('edit.updateTemplateTitle', { name: comment.name })}
      width={480}
      locked={write.pending}
      footer={
        <DialogButtons
          label={t('edit.updateTemplate')}
          isPending={write.pending}
          onSend={() => void save()}
        />
      }
    >
      <Stack gap={4}>
        <Text c="dimmed">{t('edit.updateTemplateHint')}</Text>
        {offered.map((part) => (
          <Checkbox
            key={part}
            label={t(`edit.part.${part}`)}
            checked={chosen.includes(part)}
            onChange={() => toggle(part)}
            py={10}
          />
        ))}
      </Stack>
    </GuardedDialog>
  );
}

function isOffered(part: Part, { kind, locations }: ReportComment, hasCosts: boolean): boolean {
  if (part === 'category' || part === 'recommendation') return kind === 3;
  if (part === 'costs') return kind === 3 && hasCosts;
  // A comment of the library has one location.
  return part !== 'location' || locations.length === 1;
}

function fieldsOf(part: Part, comment: ReportComment): object {
  switch (part) {
    case 'text':
      return { default_text: comment.text };
    case 'category':
      return { category: comment.category };
    case 'recommendation':
      return { recommendation: comment.recommendation };
    case 'tags':
      return { tags: comment.tags };
    case 'costs':
      return {
        min_cost: decimalCost(comment.min_cost_cents),
        max_cost: decimalCost(comment.max_cost_cents),
      };
    case 'location':
      return { default_location: comment.locations[0] };
  }
}
