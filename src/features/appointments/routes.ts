import { handle } from '#server/handle.ts';
import {
  addAttachment,
  changeAttachment,
  downloadAttachment,
  listAttachments,
  removeAttachment,
} from './attachments.ts';
import * as attachments from './attachments-contract.ts';
import { bookAppointment } from './book-appointment.ts';
import * as booking from './booking-contract.ts';
import {
  cancelAppointment,
  completeAppointment,
  confirmAppointment,
  removeAppointment,
  restoreAppointment,
  unconfirmAppointment,
} from './change-status.ts';
import { checkInspectionTime } from './check-time.ts';
import * as contract from './contract.ts';
import { exportAppointments } from './export-appointments.ts';
import { getAppointment } from './get-appointment.ts';
import { getDefaults, getUserSettings } from './get-defaults.ts';
import { listActivity } from './list-activity.ts';
import { countAppointments, listAppointments } from './list-appointments.ts';
import * as listing from './list-contract.ts';
import { addNote, changeNote, removeNote } from './notes.ts';
import * as printing from './print-contract.ts';
import { printOrder } from './print-order.ts';
import * as sending from './send-contract.ts';
import { sendMessage } from './send-message.ts';
import { updateAppointment } from './update-appointment.ts';

export const routes = [
  handle(booking.getDefaults, getDefaults),
  handle(booking.getUserSettings, getUserSettings),
  handle(listing.listAppointments, listAppointments),
  handle(listing.exportAppointments, exportAppointments),
  handle(listing.countAppointments, countAppointments),
  handle(booking.bookAppointment, bookAppointment),
  handle(contract.getAppointment, getAppointment),
  handle(booking.updateAppointment, updateAppointment),
  handle(contract.confirmAppointment, confirmAppointment),
  handle(contract.unconfirmAppointment, unconfirmAppointment),
  handle(contract.cancelAppointment, cancelAppointment),
  handle(contract.restoreAppointment, restoreAppointment),
  handle(contract.completeAppointment, completeAppointment),
  handle(contract.removeAppointment, removeAppointment),
  handle(booking.checkInspectionTime, checkInspectionTime),
  handle(contract.listActivity, listActivity),
  handle(contract.addNote, addNote),
  handle(contract.changeNote, changeNote),
  handle(contract.removeNote, removeNote),
  handle(printing.printOrder, printOrder),
  handle(sending.sendMessage, sendMessage),
  handle(attachments.listAttachments, listAttachments),
  handle(attachments.addAttachment, addAttachment),
  handle(attachments.changeAttachment, changeAttachment),
  handle(attachments.removeAttachment, removeAttachment),
  handle(attachments.downloadAttachment, downloadAttachment),
];
