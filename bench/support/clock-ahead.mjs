// Preloaded into the built server: shifts its clock ahead by GABLE_AHEAD_MS.
const ahead = Number(process.env.GABLE_AHEAD_MS ?? 0);
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...parts) {
    if (parts.length === 0) super(Real.now() + ahead);
    else super(...parts);
  }
  static now() {
    return Real.now() + ahead;
  }
};
