import { handle } from '#server/http/handle.ts';
import { addOverrides, changeOverride, listOverrides, removeOverride } from './change-overrides.ts';
import {
  addAvailability,
  changeAvailability,
  copyAvailability,
  getAvailability,
  removeAvailability,
} from './change-week.ts';
import * as contract from './contract.ts';
import { changeLimits, getLimits } from './limits.ts';
import { listSlots } from './list-slots.ts';
import { listTeam } from './list-team.ts';
import { listWorkHours } from './list-work-hours.ts';
import { measureTravel } from './measure-travel.ts';
import { holdSlot, releaseSlot } from './slot-holds.ts';

export const routes = [
  handle(contract.listSlots, listSlots),
  handle(contract.measureTravel, measureTravel),
  handle(contract.listTeam, listTeam),
  handle(contract.addAvailability, addAvailability),
  handle(contract.removeAvailability, removeAvailability),
  handle(contract.changeAvailability, changeAvailability),
  handle(contract.copyAvailability, copyAvailability),
  handle(contract.listOverrides, listOverrides),
  handle(contract.listWorkHours, listWorkHours),
  handle(contract.addOverrides, addOverrides),
  handle(contract.changeOverride, changeOverride),
  handle(contract.removeOverride, removeOverride),
  handle(contract.getAvailability, getAvailability),
  handle(contract.getLimits, getLimits),
  handle(contract.changeLimits, changeLimits),
  handle(contract.holdSlot, holdSlot),
  handle(contract.releaseSlot, releaseSlot),
];
