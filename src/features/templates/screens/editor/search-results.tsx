import { Button, Checkbox } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import { foldText } from '#domain/base/names.ts';
import { sortTemplate, type TemplateComment, type TemplateContent } from '#domain/templates/template.ts';
import { toPlainText } from '#domain/text/rich-text.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { NoMatch } from '#web/ui/table/data-table-ends.tsx';
import classes from './editor.module.css';
import { noPlace } from './editor-columns.tsx';
import { useSelection } from './selection.ts';

/** More are found by typing more. */
const mostShown = 200;

interface Found {
  comment: TemplateComment;
  section: { id: string; name: string };
  item: { id: string; name: string };
}

/** The comments of the whole template that contain the words, with their places; several can be changed at once. */
export function SearchResults({
  content,
  search,
  onOpen,
}: {
  content: TemplateContent;
  search: string;
  onOpen: () => void;
}) {
  const t = useTranslation('templates');
  const [, go] = useUrlState(noPlace);
  const { isSelecting, ids, toggle, setSelecting } = useSelection();
  const words = useDeferredValue(foldText(search));
  const texts = useMemo(() => searchTexts(content), [content]);
  const found = texts.filter(({ text }) => words.split(' ').every((word) => text.includes(word)));
  const all = found.map(({ comment }) => comment.id);
  if (found.length === 0) return <NoMatch onClear={onOpen} />;
  return (
    <section aria-label={t('editor.results')} className={classes.column} data-wide>
      <div className={classes.columnHead}>
        <h2 className={classes.columnTitle}>{t('editor.found', { count: found.length })}</h2>
        <Button variant="subtle" color="gray" size="compact-md" onClick={() => setSelecting(!isSelecting)}>
          {t(isSelecting ? 'editor.doneSelecting' : 'editor.select')}
        </Button>
        {isSelecting && (
          <Checkbox
            label={t('editor.selectAll')}
            checked={all.every((id) => ids.has(id))}
            onChange={(event) => toggle(all, event.currentTarget.checked)}
          />
        )}
      </div>
      <ol className={classes.parts}>
        {found.slice(0, mostShown).map(({ comment, section, item }) => (
          <li key={comment.id} className={classes.row}>
            {isSelecting && (
              <Checkbox
                aria-label={t('editor.selectComment', { name: comment.name })}
                checked={ids.has(comment.id)}
                onChange={(event) => toggle([comment.id], event.currentTarget.checked)}
              />
            )}
            <button
              type="button"
              className={classes.open}
              onClick={() => {
                go({ section: section.id, item: item.id, comment: comment.id });
                onOpen();
              }}
            >
              <span className={classes.name}>{comment.name}</span>
              <span className={classes.path}>
                {section.name} › {item.name}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {found.length > mostShown && (
        <p className={classes.hint}>{t('editor.moreFound', { count: found.length - mostShown })}</p>
      )}
    </section>
  );
}

/** The folded words of every comment: its name and text, and where it is. */
function searchTexts(content: TemplateContent): (Found & { text: string })[] {
  return sortTemplate(content).sections.flatMap((section) =>
    section.items.flatMap((item) =>
      item.comments.map((comment) => {
        const body = comment.default_text ? toPlainText(comment.default_text) : '';
        const text = foldText([comment.name, body, section.name, item.name, ...comment.tags].join(' '));
        return { comment, section, item, text };
      }),
    ),
  );
}
