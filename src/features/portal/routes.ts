import { handle } from '#server/handle.ts';
import * as contract from './contract.ts';
import { anyTenantFollowShortLink } from './follow-short-link.ts';
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
  handle(contract.listWaivers, listWaivers),
  handle(contract.addWaiver, waiveGate),
  handle(contract.removeWaiver, restoreGate),
  handle(contract.followShortLink, anyTenantFollowShortLink),
];
