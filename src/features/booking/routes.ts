import { handle } from '#server/http/handle.ts';
import * as contract from './contract.ts';
import { holdPublicSlot, releasePublicSlot } from './hold-slot.ts';
import { listPublicSlots } from './list-public-slots.ts';
import { quoteSelection } from './quote-selection.ts';
import { showBookingPage } from './show-booking-page.ts';
import { submitBooking } from './submit-booking.ts';
import { showTechnicianPicture } from './technician-picture.ts';

export const routes = [
  handle(contract.getBookingPage, showBookingPage),
  handle(contract.getTechnicianPicture, showTechnicianPicture),
  handle(contract.listPublicSlots, listPublicSlots),
  handle(contract.getQuote, quoteSelection),
  handle(contract.holdPublicSlot, holdPublicSlot),
  handle(contract.releasePublicSlot, releasePublicSlot),
  handle(contract.submitBooking, submitBooking),
];
