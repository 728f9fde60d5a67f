import { ActionIcon } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import { IconChevronLeft, IconChevronRight } from '#web/ui/layout/icons.ts';

/** Buttons for the previous and next page; a page is whatever is shown at once. */
export function PageArrows({ onPage }: { onPage: (step: -1 | 1) => void }) {
  const t = useTranslation('calendar');
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('previous')}
        onClick={() => onPage(-1)}
      >
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('next')} onClick={() => onPage(1)}>
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </>
  );
}
