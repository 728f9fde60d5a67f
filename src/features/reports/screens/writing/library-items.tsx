import { Menu } from '@mantine/core';
import type { ReportComment } from '#domain/reports/reports.ts';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { IconStar, IconStarFilled, IconTemplate } from '#web/ui/layout/icons.ts';
import { favorComment, saveToTemplate } from '../../library-contract.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import { useLibraryFacts } from './use-library.ts';

/** The entries of a comment's menu that concern the library: its star, and adding it to the template or updating it there. */
export function LibraryItems({ comment, onUpdate }: { comment: ReportComment; onUpdate: () => void }) {
  const t = useTranslation('reports');
  const { canAddToTemplate } = useEditorTools();
  const libraryId = comment.template_comment_id;
  const save = useSaveToTemplate(comment);
  if (libraryId === null)
    return (
      canAddToTemplate && (
        <Menu.Item leftSection={<IconTemplate size={16} />} onClick={() => void save()}>
          {t('edit.saveToTemplate')}
        </Menu.Item>
      )
    );
  return (
    <>
      <FavoriteItem libraryId={libraryId} />
      {canAddToTemplate && (
        <Menu.Item leftSection={<IconTemplate size={16} />} onClick={onUpdate}>
          {t('edit.updateTemplate')}
        </Menu.Item>
      )}
    </>
  );
}

function FavoriteItem({ libraryId }: { libraryId: string }) {
  const t = useTranslation('reports');
  const { favorites } = useLibraryFacts();
  const favor = useWrite(favorComment);
  const is_favorite = favorites.has(libraryId);
  const Icon = is_favorite ? IconStarFilled : IconStar;
  return (
    <Menu.Item
      leftSection={<Icon size={16} />}
      onClick={() => void favor.send({ commentId: libraryId, is_favorite: !is_favorite })}
    >
      {t(is_favorite ? 'edit.removeFavorite' : 'edit.addFavorite')}
    </Menu.Item>
  );
}

/** Asks, and adds a comment written in the report to its template. The server must have the comment first. */
function useSaveToTemplate(comment: ReportComment) {
  const t = useTranslation('reports');
  const { editor, reportId } = useEditorTools();
  const write = useWrite(saveToTemplate, {
    toast: t('edit.savedToTemplate'),
    onDone: () => void editor.sync(),
  });
  return async () => {
    const isSure = await confirm({
      title: t('edit.saveToTemplateTitle', { name: comment.name }),
      text: t('edit.saveToTemplateText'),
      yes: t('edit.saveToTemplate'),
    });
    if (!isSure) return;
    if (await editor.flush()) await write.send({ reportId, commentId: comment.id });
    else toast(t('edit.needsConnection'), { kind: 'error' });
  };
}
