import { expect, it } from 'vitest';
import { watchingSettings } from '../../../../../lib/domain/machines/devices/watching.ts';

it('expects a device each quarter of an hour and alerts whom its owner is alerted by', () => {
  expect(watchingSettings('web-1', 'alice@example.com')).toMatchObject({
    name: 'web-1',
    intervalSec: 900,
    cron: null,
    alertTo: 'alice@example.com',
    alertToOwn: true,
  });
  expect(watchingSettings('web-1', null)).toMatchObject({ alertTo: null, alertToOwn: false });
});

it.each([
  ['***', 'Device ***'],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['-'.repeat(60), `Device ${'-'.repeat(60)}`],
  ['\u3164', 'Device'],
])('names the monitor of %j %j', (deviceName, name) => {
  expect(watchingSettings(deviceName, null).name).toBe(name);
});
