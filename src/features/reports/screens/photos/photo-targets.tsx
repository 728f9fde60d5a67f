import { TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { sortByPosition } from '#domain/base/ordered.ts';
import {
  type ReportContent,
  type ReportItem,
  type ReportSection,
  sortComments,
} from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconChevronDown, IconSearch } from '#web/ui/layout/icons.ts';
import type { PhotoPlace } from '../work/photo-facts.ts';
import { useDropTarget } from './drop-target.ts';
import classes from './photos.module.css';

/** A place that photos can be moved to, with its name. */
export interface PhotoTarget extends PhotoPlace {
  readonly name: string;
}

interface Props {
  content: ReportContent;
  /** The section that is open at first. */
  section: string | null;
  onChoose: (target: PhotoTarget) => void;
  /** Photos are dropped on a target. Without it, nothing can be dropped. */
  onDropped?: (ids: string[], target: PhotoTarget) => void;
}

/** The items and comments of a report as places for photos: by section, or all that match a search. */
export function PhotoTargets(props: Props) {
  const t = useTranslation('reports');
  const [text, setText] = useState('');
  const [open, setOpen] = useState(props.section);
  const wanted = text.trim().toLowerCase();
  const sections = sortByPosition(props.content.sections)
    .map((section) => ({ section, targets: targetsOf(section).filter((one) => matches(one, wanted)) }))
    .filter(({ targets }) => targets.length > 0);
  return (
    <div className={classes.targets}>
      <TextInput
        type="search"
        aria-label={t('photos.search')}
        placeholder={t('photos.search')}
        value={text}
        leftSection={<IconSearch size={16} aria-hidden />}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {sections.length === 0 && <p className={classes.hint}>{t('photos.noTarget')}</p>}
      {sections.map(({ section, targets }) => (
        <TargetSection
          key={section.id}
          section={section}
          isOpen={wanted !== '' || open === section.id}
          onToggle={() => setOpen(open === section.id ? null : section.id)}
          onOpen={() => setOpen(section.id)}
        >
          {targets.map((target) => (
            <Target key={target.comment_id ?? target.item_id} target={target} {...props} />
          ))}
        </TargetSection>
      ))}
    </div>
  );
}

const hoverMs = 500;

/** One section. Photos held over it while dragging open it. */
function TargetSection(props: {
  section: ReportSection;
  isOpen: boolean;
  onToggle: () => void;
  onOpen: () => void;
  children: ReactNode;
}) {
  const { section, isOpen, onToggle, onOpen } = props;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const panel = `targets-${section.id}`;
  return (
    <section>
      <button
        type="button"
        className={classes.targetSection}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={onToggle}
        onDragEnter={() => {
          timer.current = setTimeout(onOpen, hoverMs);
        }}
        onDragLeave={() => clearTimeout(timer.current)}
      >
        <span>{section.name}</span>
        <IconChevronDown size={16} className={classes.chevron} aria-hidden />
      </button>
      <ul id={panel} className={classes.targetList} hidden={!isOpen}>
        {isOpen && props.children}
      </ul>
    </section>
  );
}

type ListedTarget = PhotoTarget & { words: string; photos: number };

function Target({
  target,
  onChoose,
  onDropped,
}: { target: ListedTarget } & Pick<Props, 'onChoose' | 'onDropped'>) {
  const drop = useDropTarget(onDropped ? { onPhotos: (ids) => onDropped(ids, target) } : {});
  return (
    <li>
      <button
        type="button"
        className={classes.target}
        data-comment={target.comment_id !== null || undefined}
        onClick={() => onChoose(target)}
        {...drop}
      >
        <span className={classes.targetName}>{target.name}</span>
        {target.photos > 0 && <span className={classes.targetCount}>{target.photos}</span>}
      </button>
    </li>
  );
}

function targetsOf(section: ReportSection): ListedTarget[] {
  return sortByPosition(section.items).flatMap((item) => [
    { item_id: item.id, comment_id: null, name: item.name, words: section.name, photos: count(item, null) },
    ...sortComments(item.comments)
      // Questions have an answer, not photos.
      .filter((comment) => comment.included && (comment.kind !== 1 || comment.template_comment_id === null))
      .map((comment) => ({
        item_id: item.id,
        comment_id: comment.id,
        name: comment.name,
        words: `${section.name} ${item.name}`,
        photos: count(item, comment.id),
      })),
  ]);
}

const count = (item: ReportItem, commentId: string | null) =>
  item.media.filter((photo) => photo.comment_id === commentId).length;

const matches = ({ name, words }: ListedTarget, wanted: string) =>
  wanted === '' || `${name} ${words}`.toLowerCase().includes(wanted);
