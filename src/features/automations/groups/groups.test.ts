import { expect, test } from 'vitest';
import { getAppointment } from '#features/appointments/contract.ts';
import { useTestApp } from '#testing/test-app.ts';
