import { handle } from '#server/http/handle.ts';
import * as change from './change-contract.ts';
import { cancelByClient } from './changes/cancel-by-client.ts';
import { listChangeSlots } from './changes/list-change-slots.ts';
import { rescheduleByClient } from './changes/reschedule-by-client.ts';
import { showChangeOptions } from './changes/show-change-options.ts';
import * as confirmations from './confirmation-contract.ts';
import { confirmBooking, showConfirmation } from './confirming/confirm-booking.ts';
import { listWaitingBookings } from './confirming/list-waiting.ts';
import * as contract from './contract.ts';
import { holdPublicSlot, releasePublicSlot } from './hold-slot.ts';
import { listPublicSlots } from './list-public-slots.ts';
import * as office from './office-contract.ts';
import { locateProperty, suggestAddresses } from './places/locate-property.ts';
import * as placesContract from './places-contract.ts';
import * as proposal from './proposal-contract.ts';
import { checkVisitor } from './protection/check-visitor.ts';
import { quoteSelection } from './quote-selection.ts';
import { showRebookLink } from './rebook/rebook-link.ts';
import { showRebookPage } from './rebook/show-rebook-page.ts';
import { submitRebook } from './rebook/submit-rebook.ts';
import * as rebook from './rebook-contract.ts';
import { acceptBookingRequest, declineBookingRequest, proposeTimes } from './requests/answer-request.ts';
import { getBookingRequest, listBookingRequests } from './requests/list-requests.ts';
import { acceptProposedTime, showProposedTimes } from './requests/proposed-times.ts';
import { showBookingPage } from './show-booking-page.ts';
import { submitBooking } from './submit-booking.ts';
import { showTechnicianPicture } from './technician-picture.ts';

export const routes = [
  handle(contract.getBookingPage, showBookingPage),
  handle(contract.getTechnicianPicture, showTechnicianPicture),
  handle(placesContract.suggestAddresses, suggestAddresses),
  handle(placesContract.locateProperty, locateProperty),
  handle(contract.listPublicSlots, listPublicSlots),
  handle(contract.getQuote, quoteSelection),
  handle(contract.holdPublicSlot, holdPublicSlot),
  handle(contract.releasePublicSlot, releasePublicSlot),
  handle(contract.checkVisitor, checkVisitor),
  handle(contract.submitBooking, submitBooking),
  handle(confirmations.getConfirmation, showConfirmation),
  handle(confirmations.confirmBooking, confirmBooking),
  handle(office.listBookingRequests, listBookingRequests),
  handle(office.listWaitingBookings, listWaitingBookings),
  handle(office.getBookingRequest, getBookingRequest),
  handle(office.acceptBookingRequest, acceptBookingRequest),
  handle(office.proposeTimes, proposeTimes),
  handle(office.declineBookingRequest, declineBookingRequest),
  handle(proposal.getProposedTimes, showProposedTimes),
  handle(proposal.acceptProposedTime, acceptProposedTime),
  handle(change.getChangeOptions, showChangeOptions),
  handle(change.listChangeSlots, listChangeSlots),
  handle(change.rescheduleByClient, rescheduleByClient),
  handle(change.cancelByClient, cancelByClient),
  handle(rebook.getRebookPage, showRebookPage),
  handle(rebook.rebook, submitRebook),
  handle(rebook.getRebookLink, showRebookLink),
];
