import { beforeAll, describe, expect, it } from 'vitest';

import { METRIC_FROM } from '../../../../lib/runtime/report/metrics.ts';
import { codeOf, figuresInCode } from '../../../support/stack/actions-in-code.ts';
import {
  ofType,
  readable,
  synthesised,
  type Synthesised,
  stackAreas,
} from '../../../support/stack/synthesised.ts';

let stack: Synthesised;
beforeAll(() => {
  stack = synthesised({ mailFrom: 'alerts@example.com' });
});

interface Widget {
  type: string;
  properties: { title: string; metrics?: unknown[]; query?: string; alarms?: string[] };
}

function widgetsOf(of: Synthesised): Widget[] {
  const [dashboard] = ofType(of, 'AWS::CloudWatch::Dashboard');
  const body = readable(dashboard?.[1].Properties['DashboardBody']);
  return (JSON.parse(body) as { widgets: Widget[] }).widgets;
}

/** The logs that a query reads, by their area, and the figures that it shows, as `sum of ChecksFailed`. */
function queryOf({ properties: { title, query = '' } }: Widget) {
  const figures = [...query.matchAll(/\b(sum|max)\((\w+)\)/g)].map(([, how, name]) => `${how} of ${name}`);
  const names = figures.map((figure) => figure.replace(/^\w+ of /, ''));
  expect(query).toContain(`| filter ${names.map((name) => `ispresent(${name})`).join(' or ')}\n| stats `);
  return { title, logs: [...query.matchAll(/SOURCE '(\w+)Log'/g)].map(([, area]) => area), figures, names };
}

const queries = () =>
  widgetsOf(stack)
    .filter(({ type }) => type === 'log')
    .map(queryOf);

describe('the dashboard', () => {
  it('shows the alarms, pings, p99, errors, due lag, deliveries, dead letters, blind windows and throttles', () => {
    const widgets = widgetsOf(stack);

    expect(widgets.map(({ properties }) => properties.title)).toEqual([
      'Alarms', 'Pings', 'p99, ms', 'Errors', 'Due lag, s', 'Checks', 'Blind windows, s', 'Deliveries', 'Alert queue', 'Dead letters', 'Consent mails waiting', 'Mails that came back', 'Throttles of functions', 'Throttles of the table', 'Concurrency',
    ]); // prettier-ignore
    for (const { type, properties } of widgets)
      if (type === 'metric') expect(properties.metrics?.length).toBeGreaterThan(0);
    expect(widgets[0]?.properties.alarms).toHaveLength(ofType(stack, 'AWS::CloudWatch::Alarm').length);
  });

  it('shows each figure of the service where its title says', () => {
    expect(Object.fromEntries(queries().map(({ title, figures }) => [title, figures]))).toEqual({
      'Due lag, s': ['max of DueLagSec', 'max of CheckAgeSec'],
      Checks: ['sum of ChecksFinished', 'sum of ChecksFailed'],
      'Blind windows, s': ['max of BlindSec'],
      Deliveries: ['sum of AlertsDelivered', 'sum of AlertsLate', 'sum of MailsLate', 'sum of AlertsFailed', 'sum of MailsFailed', 'sum of AlertsUntold', 'sum of AlertsUnsettled'],
      'Consent mails waiting': ['sum of ConfirmationsHeld'],
      'Mails that came back': ['sum of MailsBounced', 'sum of MailsComplainedOf', 'sum of MailsDelayed'],
    }); // prettier-ignore
  });

  it('shows what the gateway counts of pings that were not taken, and of calls that failed', () => {
    const counted = ofType(stack, 'AWS::Logs::MetricFilter')
      .filter(([, { Properties }]) => JSON.stringify(Properties['LogGroupName']).includes('AccessLog'))
      .flatMap(([, { Properties }]) =>
        (Properties['MetricTransformations'] as { MetricName: string }[]).map(({ MetricName }) => MetricName),
      );
    const shown = widgetsOf(stack)
      .filter(({ properties }) => ['Pings', 'Errors'].includes(properties.title))
      .flatMap(({ properties }) => properties.metrics);

    expect(counted.sort()).toEqual(['ApiFaults', 'IngestFaults', 'IngestRefused']);
    for (const name of counted) expect(shown).toContainEqual(['Rollcall', name, { stat: 'Sum' }]);
  });

  it('has no query of a log that is not there', () => {
    const mute = widgetsOf(synthesised({})).map(({ properties }) => properties.title);

    expect(mute).not.toContain('Mails that came back');
  });
});

describe('the figures of the service', () => {
  it('are all written by something and shown, each from the logs of all that write it', async () => {
    const shown = queries().flatMap(({ names, logs }) => names.map((name) => ({ name, logs })));
    const written = await Promise.all(
      stackAreas.map(async (area) => (await figuresInCode(area)).map((name) => ({ area, name }))),
    );

    expect(shown.map(({ name }) => name).sort()).toEqual(Object.keys(METRIC_FROM).sort());
    for (const { name, logs } of shown) {
      const writers = written.flat().filter((one) => one.name === name);
      expect(writers.length, name).toBeGreaterThan(0);
      for (const { area } of writers) expect(logs, name).toContain(area);
    }
  });

  it.each(['alerts', 'bridge', 'checker', 'notifier'] as const)(
    'of the %s go where CloudWatch finds them',
    async (area) => {
      expect((await figuresInCode(area)).length).toBeGreaterThan(0);
      // What the handler does not use is not in its bundle.
      expect(await codeOf(area)).toContain('CloudWatchMetrics');
    },
  );
});
