import { ActionIcon } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconStar, IconStarFilled } from '#web/ui/layout/icons.ts';
import { favorComment } from '../../library-contract.ts';

/** Stars a comment of the library for the user, or takes the star away. */
export function FavoriteButton(props: { commentId: string; name: string; isFavorite: boolean }) {
  const { commentId, name, isFavorite } = props;
  const t = useTranslation('reports');
  const favor = useWrite(favorComment);
  // Until the library is read again, the star shows what was asked for.
  const isOn = favor.pending ? !isFavorite : isFavorite;
  return (
    <ActionIcon
      variant="subtle"
      color={isOn ? 'yellow' : 'gray'}
      size={44}
      aria-label={t('edit.favoriteNamed', { name })}
      aria-pressed={isOn}
      onClick={() => void favor.send({ commentId, is_favorite: !isFavorite })}
    >
      {isOn ? <IconStarFilled size={18} /> : <IconStar size={18} />}
    </ActionIcon>
  );
}
