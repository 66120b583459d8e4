import { expect, it } from 'vitest';
import { configFromEnv } from '../../../lib/runtime/config.ts';

it('a function without a table says so in one sentence', () => {
  expect(() => configFromEnv({})).toThrow('TABLE_NAME is not set: the function does not know its table.');
});

it.each([
  [undefined, 'dev'],
  ['', 'dev'],
  ['LIVE', 'dev'],
  ['live', 'live'],
])('BILLING_MODE %j means %s', (value, mode) => {
  expect(configFromEnv({ TABLE_NAME: 't', BILLING_MODE: value }).billingMode).toBe(mode);
});

it('alerts go to loopback only when the local runner says so', () => {
  expect(configFromEnv({ TABLE_NAME: 't' }).allowLoopbackAlerts).toBe(false);
  expect(configFromEnv({ TABLE_NAME: 't', ALLOW_LOOPBACK_ALERTS: 'true' }).allowLoopbackAlerts).toBe(false);
  expect(configFromEnv({ TABLE_NAME: 't', ALLOW_LOOPBACK_ALERTS: '1' }).allowLoopbackAlerts).toBe(true);
});
