import { expect, it } from 'vitest';
import { startReceiver } from '../support/alerts/receiver.ts';
import { startTestService } from '../support/service/service.ts';
import {
  CRONITOR_KEY,
  cronitorAnswer,
  cronitorMonitor,
  kumaBackup,
  kumaMonitor,
  pushToken,
  snitch,
  snitchToken,
} from '../support/switch/exports.ts';

/** What is exported, what its job calls when it begins and ends, and how long it may be silent. */
const JOBS: [from: string, saved: object, begun: string | null, ended: string, silentSec: number][] = [
  [
    'uptime-kuma',
    kumaBackup(
      kumaMonitor(1, { name: 'nightly backup', interval: 300, maxretries: 1 }),
      kumaMonitor(2, { type: 'http' }),
    ),
    null,
    `/api/push/${pushToken(1)}?status=up&msg=OK&ping=`,
    360,
  ],
  [
    'cronitor',
    {
      api_key: CRONITOR_KEY,
      ...cronitorAnswer(
        cronitorMonitor(1, { name: 'nightly backup', schedule: 'every 5 minutes', grace_seconds: 60 }),
      ),
    },
    `/p/${CRONITOR_KEY}/job-1?state=run&series=a1b2c3d4`,
    `/p/${CRONITOR_KEY}/job-1?state=complete&series=a1b2c3d4`,
    360,
  ],
  // Begun at noon, and so due until two.
  ['snitch', [snitch(1, { name: 'nightly backup' })], null, `/${snitchToken(1)}?m=`, 7_200],
];

it.each(JOBS)(
  'jobs of %s go on without an edit, and the one that falls silent is told',
  async (from, saved, begun, ended, silentSec) => {
    await using service = await startTestService();
    await using receiver = await startReceiver();
    const alice = await service.guest();
    await alice.call('POST', '/api/channels', { url: receiver.url });
    const { json } = await alice.call('POST', `/api/import/${from}?apply=1`, saved);
    expect(json['created']).toMatchObject([{ index: 0, name: 'nightly backup' }]);

    service.clock.advance(1);
    if (begun !== null) await service.call('GET', begun);
    await service.call('GET', ended);
    service.clock.advance(silentSec - 1);
    await service.check();
    expect(receiver.received).toHaveLength(0);

    service.clock.advance(2);
    await service.check();
    expect(receiver.received.map(({ json: told }) => [told['type'], told['name']])).toEqual([
      ['service.miss', 'nightly backup'],
    ]);

    await service.call('POST', ended);
    await service.check();
    expect(receiver.received.map(({ json: told }) => told['type'])).toEqual([
      'service.miss',
      'service.recovery',
    ]);
    expect(service.logged).toEqual([]);
  },
);
