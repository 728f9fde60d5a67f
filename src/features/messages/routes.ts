import { handle } from '#server/http/handle.ts';
import * as contract from './contract.ts';
import { getNotificationSettings } from './notification-settings.ts';
import * as slots from './notification-slots-contract.ts';
import { setNotificationSlots } from './set-notification-slots.ts';
import * as store from './store.ts';

export const routes = [
  handle(contract.listMessages, (ctx, input) => store.listByAppointment(ctx, input.appointmentId)),
  handle(contract.listMessageLog, store.pageOfLog),
  handle(slots.getNotificationSlots, (ctx) => getNotificationSettings(ctx)),
  handle(slots.setNotificationSlots, setNotificationSlots),
];
