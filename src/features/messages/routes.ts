import { handle } from '#server/http/handle.ts';
import * as contract from './contract.ts';
import { notificationSettingsOf } from './notification-settings.ts';
import { setNotificationSlots } from './set-notification-slots.ts';
import * as slots from './slots-contract.ts';
import * as store from './store.ts';

export const routes = [
  handle(contract.listMessages, (ctx, input) => store.ofAppointment(ctx, input.appointmentId)),
  handle(slots.getNotificationSlots, (ctx) => notificationSettingsOf(ctx)),
  handle(slots.setNotificationSlots, setNotificationSlots),
];
