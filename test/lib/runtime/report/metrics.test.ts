import { afterEach, expect, it, vi } from 'vitest';
import { embeddedMetrics } from '../../../../lib/runtime/report/metrics.ts';

afterEach(() => void vi.restoreAllMocks());

/** The line that these figures make. */
function lineOf(figures: Parameters<ReturnType<typeof embeddedMetrics>['put']>[0]): string {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(String(chunk));
    return true;
  });
  embeddedMetrics({ metrics: { namespace: 'Rollcall-prod' } }).put(figures);
  vi.restoreAllMocks();
  expect(written).toHaveLength(1);
  expect(written[0]).toMatch(/^\{.*\}\n$/);
  return written[0] ?? '';
}

const namesIn = (line: string) => {
  const { _aws: aws } = JSON.parse(line) as {
    _aws?: { CloudWatchMetrics: { Metrics: { Name: string }[] }[] };
  };
  return aws?.CloudWatchMetrics.flatMap(({ Metrics }) => Metrics.map(({ Name }) => Name)) ?? [];
};

it('writes figures as one line that CloudWatch takes for metrics without dimensions', () => {
  expect(JSON.parse(lineOf({ ChecksFinished: 1, ChecksFailed: 2, DueLagSec: 900.5 }))).toEqual({
    _aws: {
      Timestamp: expect.closeTo(Date.now(), -5),
      CloudWatchMetrics: [
        {
          Namespace: 'Rollcall-prod',
          Dimensions: [[]],
          Metrics: [{ Name: 'ChecksFailed' }, { Name: 'DueLagSec' }],
        },
      ],
    },
    ChecksFinished: 1,
    ChecksFailed: 2,
    DueLagSec: 900.5,
  });
});

it('writes figures of a healthy check to the log alone, where they cost nothing', () => {
  const healthy = { ChecksFinished: 1, ChecksFailed: 0, CheckAgeSec: 0, DueLagSec: 299, BlindSec: 0 };

  expect(JSON.parse(lineOf(healthy))).toEqual(healthy);
});

it.each([
  ['ChecksFailed', 1],
  ['CheckAgeSec', 300],
  ['DueLagSec', 600],
  ['BlindSec', 180],
  ['AlertsUntold', 1],
  ['AlertsUnsettled', 1],
  ['MailsFailed', 1],
  ['MailsLate', 1],
  ['ConfirmationsHeld', 1],
] as const)('makes a metric of %s from trouble on', (name, value) => {
  expect(namesIn(lineOf({ [name]: value }))).toEqual([name]);
});

it.each([
  'AlertsDelivered',
  'AlertsFailed',
  'AlertsLate',
  'MailsBounced',
  'MailsComplainedOf',
  'MailsDelayed',
] as const)('makes no metric of %s, which only the dashboard reads', (name) => {
  expect(namesIn(lineOf({ [name]: 1 }))).toEqual([]);
});

it('does not start where nobody told it its namespace', () => {
  expect(() => embeddedMetrics({ metrics: null })).toThrow('This function is not told where its figures');
});
