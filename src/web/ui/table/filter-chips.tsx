import { CloseButton, Menu, Popover, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import type { DateRange } from '../inputs/date-range-fields.tsx';
import { DaysForm, useRangeLabel } from '../inputs/date-range-filter.tsx';
import { IconChevronDown } from '../layout/icons.ts';
import classes from './filter-chips.module.css';

interface ChipProps {
  label: string;
  /** The value as text; empty if the filter is not set. */
  shown: string;
  onClear: () => void;
  /** The button, which opens the choices. */
  children: (face: ReactNode) => ReactNode;
}

function Chip({ label, shown, onClear, children }: ChipProps) {
  const t = useTranslation('web');
  const face = (
    <>
      <span>{shown ? `${label}: ${shown}` : label}</span>
      {!shown && <IconChevronDown size={14} stroke={2} aria-hidden />}
    </>
  );
  return (
    <span className={classes.chip} data-set={shown !== '' || undefined}>
      {children(face)}
      {shown && (
        <CloseButton
          size={26}
          iconSize={16}
          className={classes.clear}
          aria-label={t('filters.clear', { name: label })}
          onClick={onClear}
        />
      )}
    </span>
  );
}

interface FilterMenuProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  /** Called with the chosen value, or '' to show all. */
  onChange: (value: string) => void;
  /** Called when the choices are opened, for those that are loaded then. */
  onOpen?: () => void;
}

/** A filter with a few choices: a chip that names its value, opens a menu, and can be cleared. */
export function FilterMenu({ label, value, options, onChange, onOpen }: FilterMenuProps) {
  const t = useTranslation('web');
  const chosen = options.find((one) => one.value === value);
  const shown = value === '' ? '' : (chosen?.label ?? '…');
  return (
    <Chip label={label} shown={shown} onClear={() => onChange('')}>
      {(face) => (
        <Menu position="bottom-start" {...(onOpen ? { onOpen } : {})}>
          <Menu.Target>
            <UnstyledButton className={classes.face}>{face}</UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown className={classes.choices} aria-label={label}>
            <Menu.RadioGroup value={value} onChange={onChange}>
              {[{ value: '', label: t('filters.all') }, ...options].map((one) => (
                <Menu.RadioItem key={one.value} value={one.value} closeMenuOnClick>
                  {one.label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Dropdown>
        </Menu>
      )}
    </Chip>
  );
}

interface FilterPopoverProps {
  label: string;
  /** The value as text; empty if the filter is not set. */
  shown: string;
  onClear: () => void;
  /** The content of the popover. */
  title: string;
  children: (close: () => void) => ReactNode;
}

/** A filter with fields: a chip that names its value, opens the fields, and can be cleared. */
export function FilterPopover({ label, shown, onClear, title, children }: FilterPopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const clear = () => {
    close();
    onClear();
  };
  return (
    <Chip label={label} shown={shown} onClear={clear}>
      {(face) => (
        <Popover position="bottom-start" trapFocus returnFocus width={280} opened={isOpen} onChange={setOpen}>
          <Popover.Target>
            <UnstyledButton className={classes.face} onClick={() => setOpen(!isOpen)}>
              {face}
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown aria-label={title}>{isOpen && children(close)}</Popover.Dropdown>
        </Popover>
      )}
    </Chip>
  );
}

interface FilterDaysProps extends DateRange {
  label: string;
  onChange: (days: DateRange) => void;
}

/** A filter by first and last day: a chip that names the range, opens both fields, and can be cleared. */
export function FilterDays({ label, from, to, onChange }: FilterDaysProps) {
  const t = useTranslation('web');
  const range = useRangeLabel({ from, to });
  return (
    <FilterPopover
      label={label}
      shown={from || to ? range : ''}
      onClear={() => onChange({ from: '', to: '' })}
      title={t('days.title')}
    >
      {(close) => (
        <DaysForm
          from={from}
          to={to}
          onApply={(days) => {
            close();
            onChange(days);
          }}
        />
      )}
    </FilterPopover>
  );
}
