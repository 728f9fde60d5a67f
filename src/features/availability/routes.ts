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
import * as limitsContract from './limits-contract.ts';
import { listSlots } from './list-slots.ts';
import { listTeam } from './list-team.ts';
import { listWorkHours } from './list-work-hours.ts';
import { measureTravel } from './measure-travel.ts';
import { holdSlot, releaseSlot } from './slot-holds.ts';
import * as slotsContract from './slots-contract.ts';

export const routes = [
  handle(slotsContract.listSlots, listSlots),
  handle(slotsContract.measureTravel, measureTravel),
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
  handle(limitsContract.getLimits, getLimits),
  handle(limitsContract.changeLimits, changeLimits),
  handle(slotsContract.holdSlot, holdSlot),
  handle(slotsContract.releaseSlot, releaseSlot),
];
