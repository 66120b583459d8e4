import { describe, expect, it } from 'vitest';
import { spanOfPeriod } from '../../../../lib/domain/statistics/reports/report-period.ts';
import { NAMED_MAX, type Report } from '../../../../lib/domain/statistics/reports/report.ts';
import { reportMail } from '../../../../lib/render/alerts/report-mail.ts';
import { monitor } from '../../../support/alerts/monitor-builder.ts';

const period = { span: 'month', day: '2027-03-01' } as const;
const none = { lines: [], others: 0 };
const calm: Report = {
  period,
  ...spanOfPeriod(period, 'UTC'),
  monitors: 26,
  upPercent: 99.954,
  incidents: 0,
  isCut: false,
  trouble: { silence: none, fail: none, too_long: none, threshold: none },
  drifting: none,
  unheard: none,
  tellNobody: none,
};
const links = {
  base: 'https://rollcall.example',
  stopUrl: 'https://rollcall.example/report/t',
  zone: 'UTC',
  organization: null,
};
const mailOf = (report: Partial<Report>, given: Partial<typeof links> = {}) =>
  reportMail({ ...calm, ...report }, { ...links, ...given });

describe('the mail of a report', () => {
  it('says that all is well in its subject, and still what was counted', () => {
    const { subject, text } = mailOf({});
    expect(subject).toBe('Rollcall, March 2027: all well');
    expect(text).toContain('Nothing failed, nothing was late, and every monitor alerts someone.');
    expect(text).toContain(
      'Uptime: 99.954 %\nMonitors: 26\nIncidents: 0\nFrom: 2027-03-01 to 2027-03-31, UTC',
    );
    expect(text).toContain('Stop these reports:\nhttps://rollcall.example/report/t');
  });

  it('says how much slower a job got, where its history was read, and that it did where not', () => {
    const slow = monitor({ name: 'backup', drifts: ['slower'] });
    const restsOn = { runs: 21, from: 0, to: 0 };
    const drift = {
      id: 'd',
      kind: 'drift',
      restsOn,
      what: 'slower',
      beforeMs: 60_000,
      nowMs: 120_000,
    } as const;
    const textOf = (drifts: readonly (typeof drift)[]) =>
      mailOf({ drifting: { lines: [{ monitor: slow, drifts }], others: 0 } }).text;
    expect(textOf([drift])).toContain(
      'backup: It is getting slower: its latest runs usually took 2 min, earlier ones 1 min.',
    );
    expect(textOf([])).toContain('Changed, no alert: 1 monitor\n    backup: It is getting slower.');
  });

  it('is of one length however many monitors there are, and names are neither links nor markup', () => {
    const bad = monitor({ name: '<b>https://evil.example</b>\nSubject: x' });
    const lines = Array.from({ length: NAMED_MAX }, () => ({
      monitor: bad,
      times: 3,
      downMs: 90_000,
      isOpen: true,
    }));
    const trouble = { silence: { lines, others: 1_990 }, fail: none, too_long: none, threshold: none };
    const tellNobody = { lines: lines.map((line) => line.monitor), others: 1_990 };
    const { subject, text, html } = mailOf({ trouble, tellNobody, isCut: true });
    expect(subject).toBe('Rollcall, March 2027: 2000 late');
    expect(text).toContain('Late or silent: 2000 monitors');
    expect(text).toContain('3 times, down for 1 min 30 s and still down');
    expect(text).toContain('and 1990 more');
    expect(text.length).toBeLessThan(4_000);
    expect(html).not.toContain('<b>');
    expect(`${text}${html}`).not.toContain('https://evil');
  });

  it('names the organization whose monitors it is about', () => {
    expect(mailOf({}, { organization: 'Night shift' as never }).subject).toBe(
      'Rollcall of Night shift, March 2027: all well',
    );
  });
});
