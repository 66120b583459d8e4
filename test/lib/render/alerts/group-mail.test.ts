import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alertMail } from '../../../../lib/render/alerts/alert-mail.ts';
import { groupMail } from '../../../../lib/render/alerts/group-mail.ts';
import type { AlertContent } from '../../../../lib/domain/alerts/alert-content.ts';
import type { Told } from '../../../../lib/render/alerts/told.ts';
import type { AlertReason } from '../../../../lib/domain/monitors/monitor.ts';
import { sampleContent, sampleRecovery } from '../../domain/alerts/sample-content.ts';

/** Half surrogate pairs included. */
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
const LINKS = { unsubscribeUrl: 'https://rollcall.example/u?t=1&m=2' };

/** As it is sent. */
function told(content: AlertContent): Told {
  const listUrl = 'https://rollcall.example/app';
  const url = `${listUrl}/monitors/${content.monitorId}/incidents/${content.incident}`;
  return { ...content, reader: { zone: 'UTC', url, listUrl, pauseUrl: null } };
}

function silent(...names: string[]): AlertContent[] {
  return names.map((monitorName, index) =>
    sampleContent({ monitorName, downSince: Date.UTC(2026, 2, 29, 1, index, 0) }),
  );
}

function pairOf(reason: AlertReason, ...alertNumbers: number[]): AlertContent[] {
  return alertNumbers.map((alertNumber) => sampleContent({ reason, alertNumber }));
}

function tagsOf(html: string): string {
  return html.match(/<[^>]*>/g)?.join('') ?? '';
}

function subjectOf(contents: AlertContent[]): string {
  return groupMail(contents, LINKS).subject;
}

describe('groupMail', () => {
  it.each([
    ['a silence', sampleContent({ hint: 'Is it in Lisbon?' })],
    ['a failure with output', sampleContent({ reason: 'fail', output: 'disk full' })],
    ['a recovery', sampleRecovery()],
    ['a blind window', sampleRecovery({ kind: 'blind' })],
  ])('of one alert is the mail of %s', (_what, content) => {
    expect(groupMail([content], LINKS)).toEqual(alertMail(content, LINKS));
  });

  it('refuses an empty group', () => {
    expect(() => groupMail([], LINKS)).toThrow(RangeError);
  });

  it.each([
    ['two', silent('a', 'b'), '2 monitors went silent: a and b'],
    ['three', silent('a', 'b', 'c'), '3 monitors went silent: a, b and c'],
    ['seven', silent('a', 'b', 'c', 'd', 'e', 'f', 'g'), '7 monitors went silent: a, b and 5 more'],
  ])('names the first of %s in the subject', (_what, contents, subject) => {
    expect(subjectOf(contents)).toBe(subject);
  });

  it.each([
    [
      'repeats',
      [sampleContent({ alertNumber: 2 }), sampleContent({ alertNumber: 3 })],
      'monitors are still silent',
    ],
    ['repeats and new ones', [sampleContent({ alertNumber: 2 }), sampleContent()], 'monitors are silent'],
    ['other alerts', [sampleContent({ reason: 'fail' }), sampleContent()], 'monitors changed state'],
    ['recoveries', [sampleRecovery(), sampleRecovery()], 'monitors are back'],
    ['a silence and a recovery', [sampleContent(), sampleRecovery()], 'monitors changed state'],
    ['failures', pairOf('fail', 1, 2), 'jobs failed'],
    ['repeats of failures', pairOf('fail', 2, 3), 'jobs are still failing'],
    ['long runs', pairOf('too_long', 1, 2), 'jobs are running too long'],
    ['repeats of long runs', pairOf('too_long', 2, 3), 'jobs are still running too long'],
  ])('does not say that %s went silent', (_what, contents, words) => {
    expect(subjectOf(contents)).toBe(`2 ${words}: Nightly backup and Nightly backup`);
  });

  it('cuts long names but keeps the count', () => {
    const subject = subjectOf(silent('a'.repeat(200), 'b'.repeat(200), 'c', 'd'));

    expect(subject).toBe(`4 monitors went silent: ${'a'.repeat(34)}…, ${'b'.repeat(34)}… and 2 more`);
  });

  it('says everything in plain text, down the longest first', () => {
    const [a, b] = silent('Later', 'Earlier');
    const contents = [
      {
        ...sampleContent(),
        ...a,
        downSince: Date.UTC(2026, 2, 29, 2, 0, 0),
        hint: 'It seems to run in Lisbon time.',
      },
      { ...sampleContent(), ...b, lastEventAt: null, incident: 9, alertNumber: 1 },
    ];

    expect(groupMail(contents.map(told), LINKS).text).toBe(
      [
        '2 monitors went silent: Earlier and Later',
        '',
        'All of these were found in the same check, so they may share one cause.',
        '',
        '* Earlier',
        '    Silent since: 2026-03-29 01:01:00 UTC',
        '    Last ping: never',
        '    Incident: 9, alert 1',
        '    https://rollcall.example/app/monitors/mon_1/incidents/9',
        '',
        '* Later',
        '    Silent since: 2026-03-29 02:00:00 UTC',
        '    Last ping: 2026-03-29 00:00:00 UTC',
        '    Incident: 3, alert 1',
        '    It seems to run in Lisbon time.',
        '    https://rollcall.example/app/monitors/mon_1/incidents/3',
        '',
        'Open your monitors:',
        'https://rollcall.example/app',
        '',
        '--',
        'You get this e-mail because this address gets alerts for these monitors.',
        '',
        'Unsubscribe:',
        'https://rollcall.example/u?t=1&m=2',
        '',
      ].join('\n'),
    );
  });

  it('shows the same list in HTML, escaped', () => {
    const { html } = groupMail(silent('<b>a</b>', 'b & c'), LINKS);

    expect(html.match(/<li /g)).toHaveLength(2);
    expect(html).toContain(
      '<strong>&lt;b&gt;a&lt;/b&gt;</strong><br>Silent since: 2026-03-29 01:00:00 UTC<br>',
    );
    expect(html).toContain('<strong>b &amp; c</strong>');
  });

  it('tells an alert that no list is made for in its sentence', () => {
    const { text } = groupMail([sampleContent({ kind: 'test' }), ...silent('b')], LINKS);

    expect(text).toContain(
      '* Nightly backup\n    Test alert for Nightly backup: this channel works, nothing is wrong.\n',
    );
  });

  it('tells each failure with what the job said and the end of its output', () => {
    const failed = (part: Partial<AlertContent>) => sampleContent({ reason: 'fail', ...part });
    const { subject, text, html } = groupMail(
      [
        failed({ monitorName: 'a', exitCode: 3, inARow: 4, output: 'Down since: never\ndisk <full>' }),
        failed({ monitorName: 'b', alertNumber: 2, hint: 'h' }),
      ],
      LINKS,
    );

    expect(subject).toBe('2 jobs failed: a and b');
    expect(text).toContain(
      [
        '* a',
        '    Down since: 2026-03-29 01:00:00 UTC',
        '    Exit code: 3',
        '    In a row: 4',
        '    Incident: 3, alert 1',
        '    Last lines of its output:',
        '        Down since: never',
        '        disk <full>',
        '',
        '* b',
        '    Down since: 2026-03-29 01:00:00 UTC',
        '    Incident: 3, alert 2',
        '    h',
        '',
      ].join('\n'),
    );
    expect(html.match(/<pre [^>]*>Down since: never\ndisk &lt;full&gt;<\/pre>/g)).toHaveLength(1);
  });

  it('tells each long run with its limit and id', () => {
    const long = (part: Partial<AlertContent>) => sampleContent({ reason: 'too_long', ...part });
    const { subject, text } = groupMail(
      [long({ monitorName: 'a', maxDurationSec: 7_200, runId: 'r\n1' }), long({ monitorName: 'b' })],
      LINKS,
    );

    expect(subject).toBe('2 jobs are running too long: a and b');
    expect(text).toContain(
      [
        '* a',
        '    Down since: 2026-03-29 01:00:00 UTC',
        '    Running longer than: 2 h',
        '    Run: r 1',
        '    Incident: 3, alert 1',
        '',
        '* b',
        '    Down since: 2026-03-29 01:00:00 UTC',
        '    Running longer than: its limit',
        '    Incident: 3, alert 1',
        '',
      ].join('\n'),
    );
  });

  it('tells each recovery with its times', () => {
    const { subject, text } = groupMail(
      [sampleRecovery({ monitorName: 'b' }), sampleRecovery({ incident: 4 })],
      LINKS,
    );

    expect(subject).toBe('2 monitors are back: Nightly backup and b');
    expect(text).toContain(
      [
        '* Nightly backup',
        '    Back at: 2026-03-29 02:05:00 UTC',
        '    Down for: 1 h 5 min, since 2026-03-29 01:00:00 UTC',
        '    Incident: 4',
        '',
        '* b',
      ].join('\n'),
    );
  });

  it.each(['silence', 'fail', 'too_long'] as const)('names a hundred of reason %s, whole', (reason) => {
    // Of a mail that is larger mail programs hide the end.
    const clippedBytes = 102_000;
    const output = Array.from({ length: 10 }, (_, line) => `${line} ${'word '.repeat(19)}`).join('\n');
    const contents = Array.from({ length: 100 }, (_, index) =>
      sampleContent({
        monitorName: `nightly backup of the database ${index}`,
        monitorId: `${index}`.padStart(52, 'x'),
        reason,
        exitCode: 1,
        maxDurationSec: 3_600,
        runId: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
        incident: 1_000 + index,
        output: reason === 'fail' ? output : null,
      }),
    );

    const { subject, text, html } = groupMail(contents.map(told), LINKS);

    expect(subject).toMatch(/^100 /);
    for (const { monitorName, monitorId, incident } of contents) {
      expect(text).toContain(`/app/monitors/${monitorId}/incidents/${incident}\n`);
      expect(text).toContain(`* ${monitorName}\n`);
      expect(text).toContain(`Incident: ${incident}, alert 1\n`);
      expect(html).toMatch(
        new RegExp(
          `href="[^"]+/${monitorId}/incidents/${incident}"[^>]*><strong>${monitorName}</strong></a>`,
        ),
      );
      expect(html).toContain(`Incident: ${incident}, alert 1<`);
    }
    expect(html.match(/<pre /g) ?? []).toHaveLength(reason === 'fail' ? 100 : 0);
    expect(new TextEncoder().encode(html).length).toBeLessThan(clippedBytes);
    expect(new TextEncoder().encode(text).length).toBeLessThan(clippedBytes);
  });

  it('links each of a hundred, and the list for those beyond them', () => {
    const contents = Array.from({ length: 130 }, (_, index) =>
      told(sampleContent({ monitorName: `m${index}` })),
    );

    const { html, text } = groupMail(contents, LINKS);

    expect(html.match(/app\/monitors\//g)).toHaveLength(100);
    expect(text.match(/app\/monitors\//g)).toHaveLength(100);
    expect(html).toContain('href="https://rollcall.example/app"');
  });

  it('leaves the notices in the order they came in', () => {
    const contents = silent('b', 'a').toReversed();

    groupMail(contents, LINKS);

    expect(contents.map((content) => content.monitorName)).toEqual(['a', 'b']);
  });

  it('no name or hint breaks the subject, the lines of the text or the HTML', () => {
    const anyText = fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 200 }),
      fc.string({
        unit: fc.constantFrom('\r', '\n', '\0', '\u202E', '\u2028', '<', '>', '"', "'", '&', 'B', ':', ' '),
        maxLength: 80,
      }),
    );
    const other = sampleContent({ downSince: Date.UTC(2026, 2, 29, 1, 1, 0) });
    const plain = groupMail([sampleContent({ hint: 'h' }), other], LINKS);
    fc.assert(
      fc.property(anyText, anyText, (monitorName, text) => {
        // A hint without one readable character would rightly leave its line out.
        const mail = groupMail([sampleContent({ monitorName, hint: `h${text}` }), other], LINKS);

        expect(mail.subject).toMatch(/^2 monitors went silent: [^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u);
        expect([...mail.subject].length).toBeLessThanOrEqual(150);
        expect(mail.text.split('\n')).toHaveLength(plain.text.split('\n').length);
        expect(tagsOf(mail.html)).toBe(tagsOf(plain.html));
        expect(mail.html).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/);
      }),
    );
  });
});
