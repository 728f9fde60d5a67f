import { useDeferredValue, useState } from 'react';
import { foldText } from '#domain/base/names.ts';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { ErrorState, PageSkeleton } from '#web/ui/feedback/states.tsx';
import { SearchBox } from '#web/ui/inputs/search-box.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { NoMatch } from '#web/ui/table/data-table-ends.tsx';
import { getTemplate, type Template } from '../contract.ts';
import { commentText, matchingSection } from './search-outline.ts';
import classes from './template-page.module.css';

type Comment = Template['sections'][number]['items'][number]['comments'][number];

/** The outline of one template: its sections, items and comments, searchable. */
export function TemplatePage({ template_id }: { template_id: string }) {
  const t = useTranslation('templates');
  const { data, status, failure, retry } = useRead(getTemplate, { id: template_id });
  const [text, setText] = useState('');
  const wanted = useDeferredValue(foldText(text));
  if (status === 'failed') return <ErrorState failure={failure} onRetry={retry} />;
  if (!data) return <PageSkeleton />;
  const sections = data.sections
    .map((section) => matchingSection(section, wanted))
    .filter((one) => one.items.length > 0);
  return (
    <>
      <PageHeader
        title={data.name}
        titleExtra={
          <StatusPill tone={data.status === 1 ? 'ok' : 'mute'}>
            {t(data.status === 1 ? 'active' : 'inactive')}
          </StatusPill>
        }
        purpose={data.description || data.report_title}
        breadcrumbs={[{ label: t('title'), to: '/templates' }]}
      />
      <div className={classes.tools}>
        <SearchBox
          value={text}
          onSearch={setText}
          label={t('searchComments')}
          placeholder={t('searchComments')}
        />
      </div>
      {sections.length === 0 && text !== '' && <NoMatch onClear={() => setText('')} />}
      <div className={classes.sections}>
        {sections.map((section) => (
          <Card key={section.id} title={section.name}>
            {section.items.map((item) => (
              <div key={item.id} className={classes.item}>
                <h3 className={classes.itemName}>{item.name}</h3>
                <ul className={classes.comments}>
                  {item.comments.map((comment) => (
                    <CommentLine key={comment.id} comment={comment} />
                  ))}
                </ul>
              </div>
            ))}
          </Card>
        ))}
      </div>
    </>
  );
}

function CommentLine({ comment }: { comment: Comment }) {
  const t = useTranslation('templates');
  const body = commentText(comment);
  return (
    <li className={classes.comment} data-kind={comment.kind}>
      <span className={classes.kind}>{t(`kind.${comment.kind}`)}</span>
      <span>
        <strong>{comment.name}</strong>
        {body && <span className={classes.body}>{body}</span>}
      </span>
    </li>
  );
}
