import { beforeAll, expect, it } from 'vitest';
import { openSecret } from '../../../../lib/adapters/secrets.ts';
import { getMonitor } from '../../../../lib/data/monitors/monitors.ts';
import type { Monitor } from '../../../../lib/domain/monitors/monitor.ts';
import { forReader } from '../../../../lib/flows/alerts/for-reader.ts';
import type { Told } from '../../../../lib/render/alerts/told.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { sampleContent, sampleRecovery } from '../../domain/alerts/sample-content.ts';

let monitor: Monitor;
const service = shared(startTestService);
beforeAll(async () => {
  const { id } = await (await service.guest()).createMonitor();
  const made = await getMonitor(service.core.table, id);
  if (!made) throw new Error('No monitor was made.');
  monitor = made;
});

const told = (...contents: Told[]): Promise<Told[]> => {
  const { config } = service.core;
  return forReader({ ...service.core, secret: openSecret(config) }, contents, monitor);
};

it('leads each alert to its own monitor, and pauses none by the link of another', async () => {
  const own = sampleContent({ monitorId: monitor.id });
  const other = sampleContent({ monitorId: 'other', shownId: 'shown' });

  const [first, second] = await told(own, other);

  expect(first?.reader).toMatchObject({
    url: `${service.url}/app/monitors/${monitor.id}/incidents/3`,
    listUrl: `${service.url}/app`,
  });
  expect((await service.call('GET', new URL(first?.reader?.pauseUrl ?? '').pathname)).status).toBe(200);
  expect(second?.reader).toMatchObject({
    url: `${service.url}/app/monitors/shown/incidents/3`,
    pauseUrl: null,
  });
});

it('writes the same link at each try', async () => {
  const content = sampleContent({ monitorId: monitor.id });
  const [first] = await told(content);
  service.clock.advance(3_600);

  expect((await told(content))[0]?.reader).toEqual(first?.reader);
});

it('has nothing to pause where nothing is wrong, and leads to the list where all jobs are meant', async () => {
  const ids = { monitorId: monitor.id };
  const contents = [
    sampleRecovery(ids),
    sampleContent({ ...ids, kind: 'test' }),
    sampleContent({ ...ids, kind: 'channel_failing' }),
    sampleContent({ ...ids, kind: 'blind' }),
  ];

  const page = `${service.url}/app/monitors/${monitor.id}`;
  expect((await told(...contents)).map(({ reader }) => [reader?.url, reader?.pauseUrl])).toEqual([
    [`${page}/incidents/3`, null],
    [page, null],
    [page, null],
    [`${service.url}/app`, null],
  ]);
});
