import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import { IconAdjustments } from '../layout/icons.ts';
import { useIsPhone } from '../layout/use-is-phone.ts';
import type { Column } from './data-table.tsx';

interface Props {
  /** All columns, in order; the first one is always visible. */
  columns: readonly Pick<Column<never>, 'key' | 'header'>[];
  shown: readonly string[];
  onChange: (shown: string[]) => void;
  /** Restores the default columns; absent if they are unchanged. */
  onReset?: (() => void) | undefined;
}

/** Chooses the visible columns of a table. Phones show two lines instead of columns and have nothing to choose. */
export function ColumnChooser({ columns, shown, onChange, onReset }: Props) {
  const t = useTranslation('web');
  const isPhone = useIsPhone();
  if (isPhone) return null;
  const [first, ...others] = columns;
  return (
    <Popover position="bottom-end" trapFocus returnFocus width={240}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconAdjustments size={16} aria-hidden />} ml="auto">
          {t('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')}>
        <Stack gap={10}>
          {first && <Checkbox size="xs" label={first.header} checked disabled />}
          {others.map(({ key, header }) => (
            <Checkbox
              key={key}
              size="xs"
              label={header}
              checked={shown.includes(key)}
              onChange={() =>
                onChange(columns.map((one) => one.key).filter((one) => (one === key) !== shown.includes(one)))
              }
            />
          ))}
          {onReset && (
            <Button variant="subtle" color="gray" size="xs" onClick={onReset}>
              {t('resetColumns')}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
