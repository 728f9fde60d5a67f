import { anyTenantFollowShortLink } from '#features/links/follow-short-link.ts';
import { handle } from '#server/http/handle.ts';
import { handleChangeRequest, listChangeRequests, requestChange } from './change-requests.ts';
import * as contract from './contract.ts';
import * as office from './office-contract.ts';
import { changeLink, listLinks, revokeLink, sendLink } from './personal-links.ts';
import {
  companyLogo,
  downloadAttachment,
  getCalendarFile,
  propertyPicture,
  technicianPicture,
} from './public-files.ts';
import { sendMyLink } from './send-my-link.ts';
import { showClientView } from './show-client-view.ts';
import { listWaivers, restoreGate, waiveGate } from './waive-gate.ts';

export const routes = [
  handle(contract.getClientView, showClientView),
  handle(contract.sendMyLink, sendMyLink),
  handle(contract.getCalendarFile, getCalendarFile),
  handle(contract.getPropertyPicture, propertyPicture),
  handle(contract.getCompanyLogo, companyLogo),
  handle(contract.getTechnicianPicture, technicianPicture),
  handle(contract.downloadAttachment, downloadAttachment),
  handle(contract.requestChange, requestChange),
  handle(office.listWaivers, listWaivers),
  handle(office.addWaiver, waiveGate),
  handle(office.removeWaiver, restoreGate),
  handle(office.listLinks, listLinks),
  handle(office.changeLink, changeLink),
  handle(office.revokeLink, revokeLink),
  handle(office.sendLink, sendLink),
  handle(office.listChangeRequests, listChangeRequests),
  handle(office.handleChangeRequest, handleChangeRequest),
  handle(contract.followShortLink, anyTenantFollowShortLink),
];
