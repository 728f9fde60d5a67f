import { handle } from '#server/http/handle.ts';
import {
  addAttachment,
  changeAttachment,
  downloadAttachment,
  listAttachments,
  removeAttachment,
} from './attachments/attachments.ts';
import * as attachments from './attachments-contract.ts';
import { bookAppointment } from './booking/book-appointment.ts';
import { checkInspectionTime } from './booking/check-inspection-time.ts';
import { getDefaults, getUserSettings } from './booking/get-defaults.ts';
import * as booking from './booking-contract.ts';
import { confirmMany } from './bulk/confirm-many.ts';
import * as bulk from './bulk-contract.ts';
import * as contract from './contract.ts';
import { getAppointment } from './details/get-appointment.ts';
import { listActivity } from './details/list-activity.ts';
import { addNote, changeNote, removeNote } from './details/notes.ts';
import { updateAppointment } from './editing/update-appointment.ts';
import * as listing from './list-contract.ts';
import { exportAppointments, exportSelected } from './listing/export-appointments.ts';
import { countAppointments, listAppointments } from './listing/list-appointments.ts';
import { totalAppointments } from './listing/total-appointments.ts';
import { sendMessage } from './mailing/send-message.ts';
import * as printing from './print-contract.ts';
import { printOrder } from './printing/print-order.ts';
import * as sending from './send-contract.ts';
import {
  cancelAppointment,
  completeAppointment,
  confirmAppointment,
  removeAppointment,
  restoreAppointment,
  unconfirmAppointment,
} from './status/change-status.ts';

export const routes = [
  handle(booking.getDefaults, getDefaults),
  handle(booking.getUserSettings, getUserSettings),
  handle(listing.listAppointments, listAppointments),
  handle(listing.exportAppointments, exportAppointments),
  handle(bulk.confirmMany, confirmMany),
  handle(bulk.exportSelected, exportSelected),
  handle(listing.countAppointments, countAppointments),
  handle(listing.totalAppointments, totalAppointments),
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
