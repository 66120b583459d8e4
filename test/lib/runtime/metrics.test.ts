import { afterEach, expect, it, vi } from 'vitest';
import { embeddedMetrics } from '../../../lib/runtime/metrics.ts';
import { metricNamespace } from '../../../lib/stack/watch.ts';

afterEach(() => void vi.restoreAllMocks());

it('writes figures as one line that CloudWatch takes for metrics without dimensions', () => {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(String(chunk));
    return true;
  });

  embeddedMetrics.put({ ChecksFinished: 1, DueLagSec: 0.5 });

  expect(written).toHaveLength(1);
  expect(written[0]).toMatch(/^\{.*\}\n$/);
  expect(JSON.parse(written[0] ?? '')).toEqual({
    _aws: {
      Timestamp: expect.closeTo(Date.now(), -5),
      CloudWatchMetrics: [
        {
          Namespace: metricNamespace,
          Dimensions: [[]],
          Metrics: [{ Name: 'ChecksFinished' }, { Name: 'DueLagSec' }],
        },
      ],
    },
    ChecksFinished: 1,
    DueLagSec: 0.5,
  });
});
