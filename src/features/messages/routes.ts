import { handle } from '#server/handle.ts';
import * as contract from './contract.ts';
import * as store from './store.ts';

export const routes = [
  handle(contract.listMessages, (ctx, input) => store.ofAppointment(ctx, input.appointmentId)),
];
