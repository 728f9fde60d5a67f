import { describe, expect, it } from 'vitest';
import { suggestedService } from './suggested-service.ts';

const latest = (total: number, uses: Record<string, number>) => ({
  total,
  uses: Object.entries(uses).map(([serviceId, appointments]) => ({ serviceId, appointments })),
});

describe('the service a new appointment starts with', () => {
  it('is the only one offered, however rarely it was booked', () => {
    expect(suggestedService(['home'], latest(0, {}))).toEqual({ id: 'home', reason: 'only' });
    expect(suggestedService(['home'], latest(50, { radon: 50 }))).toEqual({ id: 'home', reason: 'only' });
  });

  it('is the one in more than half of the latest appointments', () => {
    expect(suggestedService(['home', 'condo'], latest(50, { condo: 26, home: 24 }))).toEqual({
      id: 'condo',
      reason: 'usual',
    });
  });

  it.each([
    ['exactly half', latest(50, { home: 25, condo: 25 })],
    ['spread over several', latest(50, { home: 20, condo: 15, pool: 15 })],
    ['too few appointments', latest(4, { home: 4 })],
    ['no appointments', latest(0, {})],
    ['a service that is no longer offered', latest(50, { radon: 50 })],
  ])('is none: %s', (_, facts) => {
    expect(suggestedService(['home', 'condo', 'pool'], facts)).toBeNull();
  });

  it('is none without services', () => {
    expect(suggestedService([], latest(50, { home: 50 }))).toBeNull();
  });

  it('is the more frequent of two booked together, and the first in the list on a tie', () => {
    expect(suggestedService(['home', 'radon'], latest(10, { radon: 10, home: 9 }))?.id).toBe('radon');
    expect(suggestedService(['home', 'radon'], latest(10, { radon: 10, home: 10 }))?.id).toBe('home');
  });
});
