import { Spotlight } from '@mantine/spotlight';
import { matchParts } from '#domain/base/match-text.ts';
import type { Item } from './items.ts';
import classes from './palette.module.css';

interface Props {
  id: string;
  item: Item;
  query: string;
  isSelected: boolean;
  onOpen: (item: Item) => void;
}

/** An entry of the palette; what the text matches is marked. */
export function PaletteItem({ id, item, query, isSelected, onOpen }: Props) {
  const { Icon, title, detail } = item;
  return (
    <Spotlight.Action
      // The library does not pass on an id.
      ref={(element) => {
        if (!element) return;
        element.id = id;
        if (isSelected) element.scrollIntoView({ block: 'nearest' });
      }}
      data-selected={isSelected || undefined}
      role="option"
      aria-selected={isSelected}
      className={classes.item ?? ''}
      closeSpotlightOnTrigger={false}
      onClick={() => onOpen(item)}
    >
      <Icon size={20} stroke={1.6} className={classes.icon} aria-hidden />
      <span className={classes.texts}>
        <span className={classes.title}>
          <Marked text={title} query={query} />
        </span>
        {detail && (
          <span className={classes.detail}>
            <Marked text={detail} query={query} />
          </span>
        )}
      </span>
    </Spotlight.Action>
  );
}

function Marked({ text, query }: { text: string; query: string }) {
  return matchParts(text, query).map((part, i) =>
    part.isMatch ? <mark key={i}>{part.text}</mark> : <span key={i}>{part.text}</span>,
  );
}
