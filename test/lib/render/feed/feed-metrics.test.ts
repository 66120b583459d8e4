import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { feedMetrics } from '../../../../lib/render/feed/feed-metrics.ts';
import { prometheusFamilies } from './prometheus-families.ts';
import { FAILING, feedMonitor, MINUTE, NOW, rollOf, rowIdOf } from '../../domain/feed/sample-feed.ts';

it('each family is introduced once and labelled per monitor, and the text ends its last line', () => {
  const silent = feedMonitor({ state: 'late', rowId: rowIdOf(2), name: 'payroll', missCount: 4 });

  expect(feedMetrics([silent, feedMonitor({ rowId: rowIdOf(1) })], NOW)).toBe(
    `# HELP service_last_ping_age_seconds Seconds since the last ping; absent for a monitor that never pinged.
# TYPE service_last_ping_age_seconds gauge
service_last_ping_age_seconds{id="000000000000000000000001",name="nightly-backup"} 240
service_last_ping_age_seconds{id="000000000000000000000002",name="payroll"} 840
# HELP service_late Whether the monitor is past its deadline (1) or not (0).
# TYPE service_late gauge
service_late{id="000000000000000000000001",name="nightly-backup"} 0
service_late{id="000000000000000000000002",name="payroll"} 1
# HELP service_miss_total How many times the monitor went silent.
# TYPE service_miss_total counter
service_miss_total{id="000000000000000000000001",name="nightly-backup"} 0
service_miss_total{id="000000000000000000000002",name="payroll"} 4
# HELP service_incident Whether an incident is open (1) or not (0): a job that failed, runs too long or is silent. 0 while paused.
# TYPE service_incident gauge
service_incident{id="000000000000000000000001",name="nightly-backup"} 0
service_incident{id="000000000000000000000002",name="payroll"} 0
`,
  );
});

it('a monitor that never pinged has no age, and is not late', () => {
  const families = prometheusFamilies(feedMetrics([feedMonitor({ state: 'waiting' })], NOW));

  expect(families.map((family) => [family.name, family.metrics?.length ?? 0])).toEqual([
    ['service_last_ping_age_seconds', 0],
    ['service_late', 1],
    ['service_miss_total', 1],
    ['service_incident', 1],
  ]);
});

it.each(['ok', 'waiting', 'paused', 'inactive'] as const)('%s is not late', (state) => {
  const [, late] = prometheusFamilies(feedMetrics([feedMonitor({ state, lastEventAt: NOW })], NOW));

  expect(late?.metrics?.map((metric) => metric.value)).toEqual(['0']);
});

it.each([
  ['ok', '1'],
  ['waiting', '1'],
  ['late', '1'],
  ['paused', '0'],
  ['inactive', '0'],
] as const)('an open incident of a monitor that is %s is %s', (state, value) => {
  const [, , , incident] = prometheusFamilies(feedMetrics([feedMonitor({ state, incident: FAILING })], NOW));

  expect(incident?.metrics).toEqual([{ labels: expect.not.objectContaining({ reason: 'fail' }), value }]);
});

it('a ping that seems to come from the future has age 0', () => {
  expect(feedMetrics([feedMonitor({ lastEventAt: NOW + MINUTE })], NOW)).toContain('"nightly-backup"} 0\n');
});

it('an owner without monitors gets the families without samples', () => {
  const lines = feedMetrics([], NOW).trimEnd().split('\n');

  expect(lines).toHaveLength(8);
  expect(lines.every((line) => line.startsWith('# '))).toBe(true);
});

it('the series keep their order when a state changes', () => {
  const idsOf = (text: string): string[] => text.match(/id="[^"]*"/g) ?? [];

  expect(idsOf(feedMetrics(rollOf(['ok', 'late', 'ok']), NOW))).toEqual(
    idsOf(feedMetrics(rollOf(['late', 'ok', 'ok']), NOW)),
  );
});

it.each([
  ['back\\slash', 'name="back\\\\slash"'],
  ['"quoted"', 'name="\\"quoted\\""'],
  ['two\nlines', 'name="two\\nlines"'],
  ['carriage\r\nreturn', 'name="carriage\\nreturn"'],
  ['bell\u0007', 'name="bell"'],
])('the name %j is written as %s', (name, expected) => {
  expect(feedMetrics([feedMonitor({ name })], NOW)).toContain(expected);
});

it('no name can break the exposition: a parser reads every name back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const families = prometheusFamilies(feedMetrics([feedMonitor({ name })], NOW));

      expect(families).toHaveLength(4);
      for (const family of families) {
        expect(family.metrics).toHaveLength(1);
        expect(family.metrics?.[0]?.labels?.['name']).toBe(
          name
            .toWellFormed()
            .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
            .replace(/\r\n?/g, '\n'),
        );
      }
    }),
  );
});
