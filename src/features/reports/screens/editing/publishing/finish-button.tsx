import { ActionIcon, Button } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import { IconClipboardCheck, IconSend } from '#web/ui/layout/icons.ts';
import type { EditorState } from '../../work/editor-types.ts';

/** The last step of writing: publishes the report, or submits it for approval if others publish. Else nothing. */
export function FinishButton(props: {
  report: EditorState['report'];
  isPhone: boolean;
  onClick: () => void;
}) {
  const t = useTranslation('reports');
  const { report, isPhone, onClick } = props;
  const { can_publish, can_submit } = report.permissions;
  if (!can_publish && !can_submit) return null;
  const Icon = can_publish ? IconSend : IconClipboardCheck;
  const publish = t(report.published_rev === null ? 'publish.publish' : 'publish.republish');
  const label = can_publish ? publish : t('edit.submit');
  return isPhone ? (
    <ActionIcon size={44} aria-label={label} onClick={onClick}>
      <Icon size={20} />
    </ActionIcon>
  ) : (
    <Button leftSection={<Icon size={16} />} onClick={onClick}>
      {label}
    </Button>
  );
}
