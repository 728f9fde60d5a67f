// Preloaded into the built server: its clock runs ahead by GABLE_AHEAD_MS, as if that time had gone by.
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
