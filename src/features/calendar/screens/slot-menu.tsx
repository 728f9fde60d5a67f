import { Menu } from '@mantine/core';
import { openNewAppointment } from '#web/appointment-dialog-state.ts';
import { useTranslation } from '#web/i18n.ts';
import { useCanSchedule } from '#web/shell/can-schedule.ts';
import { IconCalendarEvent, IconCalendarPlus } from '#web/ui/layout/icons.ts';
import classes from './calendar.module.css';

/** A clicked free slot, with the start of a new entry. */
export interface FreeSlot {
  local: string;
  technicianId: string | null;
  x: number;
  y: number;
}

interface Props {
  slot: FreeSlot;
  label: string;
  onEvent: (slot: FreeSlot) => void;
  onClose: () => void;
}

/** The menu of what can be added at the clicked slot. */
export function SlotMenu({ slot, label, onEvent, onClose }: Props) {
  const t = useTranslation('calendar');
  const web = useTranslation('web');
  const maySchedule = useCanSchedule();
  return (
    <Menu opened onClose={onClose} position="bottom-start" offset={2}>
      <Menu.Target>
        <span className={classes.anchor} style={{ left: slot.x, top: slot.y }} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        <Menu.Label>{label}</Menu.Label>
        {maySchedule && (
          <Menu.Item
            leftSection={<IconCalendarPlus size={16} aria-hidden />}
            onClick={() =>
              openNewAppointment({
                date_time: slot.local,
                ...(slot.technicianId ? { technician_id: slot.technicianId } : {}),
              })
            }
          >
            {web('newAppointment')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCalendarEvent size={16} aria-hidden />} onClick={() => onEvent(slot)}>
          {t('newEvent')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
