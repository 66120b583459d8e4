import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alertMail } from '../../../../lib/render/alerts/alert-mail.ts';
import type { AlertContent } from '../../../../lib/domain/alerts/alert-content.ts';
import { DARK, LIGHT } from '../../../../lib/render/tokens.ts';
import { sampleContent, sampleRecovery } from '../../domain/alerts/sample-content.ts';

/** Half surrogate pairs included. */
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
const LINKS = { unsubscribeUrl: 'https://rollcall.example/u?t=1&m=2' };
const READER = {
  zone: 'UTC',
  url: 'https://rollcall.example/app/monitors/m1/incidents/3',
  listUrl: 'https://rollcall.example/app',
  pauseUrl: 'https://rollcall.example/pause/t1',
};

describe('alertMail', () => {
  it.each([
    ['a silence', sampleContent(), 'Nightly backup went silent'],
    ['a repeated silence', sampleContent({ alertNumber: 3 }), 'Nightly backup is still silent (alert 3)'],
    ['a failure', sampleContent({ reason: 'fail' }), 'Nightly backup reported a failure'],
    ['a run too long', sampleContent({ reason: 'too_long' }), 'Nightly backup is running too long'],
    ['a recovery', sampleRecovery(), 'Nightly backup is back after 1 h 5 min'],
    ['a test', sampleContent({ kind: 'test' }), 'Test alert for Nightly backup'],
    [
      'a failing webhook',
      sampleContent({ kind: 'channel_failing', failingChannel: 'webhook' }),
      'Alerts for Nightly backup by webhook are failing',
    ],
    [
      'a failing mailbox',
      sampleContent({ kind: 'channel_failing', failingChannel: 'email' }),
      'Alerts for Nightly backup by e-mail are failing',
    ],
  ])('names the monitor and the reason of %s in the subject', (_what, content, subject) => {
    expect(alertMail(content, LINKS).subject).toBe(subject);
  });

  it('says everything in plain text', () => {
    const content = sampleContent({
      reason: 'too_long',
      runId: 'r-1',
      maxDurationSec: 1800,
      tags: ['db', 'prod'],
    });

    expect(alertMail({ ...content, reader: READER }, LINKS).text).toBe(
      [
        'Nightly backup is running too long',
        '',
        'Down since: 2026-03-29 01:00:00 UTC',
        'Down for: 4 min 30 s',
        'Last ping: 2026-03-29 00:00:00 UTC',
        'Expected: a ping at least every hour',
        'Run limit: 30 min',
        'Run: r-1',
        'Tags: db, prod',
        'Incident: 3, alert 1',
        '',
        'Open this incident:',
        'https://rollcall.example/app/monitors/m1/incidents/3',
        '',
        'Pause for 8 hours:',
        'https://rollcall.example/pause/t1',
        '',
        '--',
        'You get this e-mail because this address gets alerts for this monitor.',
        '',
        'Unsubscribe:',
        'https://rollcall.example/u?t=1&m=2',
        '',
      ].join('\n'),
    );
  });

  it('says in a recovery when it came back', () => {
    const { text } = alertMail(sampleRecovery(), LINKS);

    expect(text).toContain(
      'Down since: 2026-03-29 01:00:00 UTC\nBack at: 2026-03-29 02:05:00 UTC\nLast ping',
    );
  });

  it('claims no downtime in a test', () => {
    expect(alertMail(sampleContent({ kind: 'test' }), LINKS).text).not.toMatch(/Down (?:since|for)/);
  });

  it('escapes names and links in the HTML part', () => {
    const { html } = alertMail(sampleContent({ monitorName: `<img src="x" onerror='y'>&` }), LINKS);

    expect(html).toContain('&lt;img src=&quot;x&quot; onerror=&#39;y&#39;&gt;&amp; went silent');
    expect(html).toContain('href="https://rollcall.example/u?t=1&amp;m=2"');
  });

  it('loads nothing from elsewhere, and has the colours of the sheet in both themes', () => {
    const { html } = alertMail(sampleContent(), LINKS);

    expect(html).not.toMatch(/<(?:img|link|script|iframe)|src=|url\(|@import/i);
    const colours = new Set(html.match(/#[0-9a-f]{6}\b/g));
    const known = new Set<string>([...Object.values(LIGHT), ...Object.values(DARK)]);
    expect([...colours].filter((colour) => !known.has(colour))).toEqual([]);
    expect([...colours]).toEqual(expect.arrayContaining([LIGHT.paper, LIGHT.late, DARK.paper, DARK.late]));
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
  });

  it.each([
    ['a silence', sampleContent(), ['Down since', 'Down for', 'Last ping', 'Expected', 'Incident']],
    [
      'a failure',
      sampleContent({ reason: 'fail', exitCode: 3, inARow: 2 }),
      ['Exit code', 'Failures in a row'],
    ],
    [
      'a run too long',
      sampleContent({ reason: 'too_long', maxDurationSec: 60, runId: 'r' }),
      ['Run limit', 'Run'],
    ],
    ['a recovery', sampleRecovery(), ['Down since', 'Back at']],
    ['a test', sampleContent({ kind: 'test' }), ['Expected']],
    ['a blind window', sampleRecovery({ kind: 'blind' }), ['From', 'To']],
    [
      'a failing channel',
      sampleContent({
        kind: 'channel_failing',
        failingChannel: 'webhook',
        failing: { address: 'hooks.example.com', detail: 'It answered 500.' },
      }),
      ['Channel', 'Failing since', 'Because'],
    ],
  ])('says each thing of %s once, in both parts', (_what, content, labels) => {
    const { text, html } = alertMail(content, LINKS);

    const said = text.split('\n--\n')[0] ?? '';
    for (const label of labels) {
      expect(said.match(new RegExp(`^${label}: `, 'gm'))).toHaveLength(1);
      expect(html.match(new RegExp(`>${label}</th>`, 'g'))).toHaveLength(1);
    }
    expect(said.match(/Nightly backup|receive pings/g)).toHaveLength(1);
    for (const time of said.match(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g) ?? [])
      expect(said.split(time), time).toHaveLength(2);
  });

  it.each([
    ['a silence', 'incident', sampleContent(), true],
    ['a test', 'monitor', sampleContent({ kind: 'test' }), false],
    ['a recovery', 'incident', sampleRecovery(), false],
    ['a failing channel', 'monitor', sampleContent({ kind: 'channel_failing' }), false],
  ])(
    'leads from %s to its %s, by a link that opens it and one to pause where that helps',
    (_what, to, content, pauses) => {
      const reader = { ...READER, pauseUrl: pauses ? READER.pauseUrl : null };
      const { text, html } = alertMail({ ...content, reader }, LINKS);

      expect(text).toContain(`Open this ${to}:\n${READER.url}\n`);
      expect(html).toContain(`href="${READER.url}"`);
      expect(text.includes(`Pause for 8 hours:\n${READER.pauseUrl}\n`)).toBe(pauses);
      expect(html.includes(`href="${READER.pauseUrl}"`)).toBe(pauses);
    },
  );

  it('has the times of the monitor, else of its owner, with UTC behind them', () => {
    const downSince = (part: Partial<AlertContent>, zone: string) =>
      /Down since: (.*)/.exec(
        alertMail({ ...sampleContent(part), reader: { ...READER, zone } }, LINKS).text,
      )?.[1];

    expect(downSince({ cron: '0 1 * * *', tz: 'Europe/Berlin' }, 'Asia/Tokyo')).toBe(
      '2026-03-29 03:00:00 Europe/Berlin (01:00:00 UTC)',
    );
    expect(downSince({}, 'America/New_York')).toBe(
      '2026-03-28 21:00:00 America/New_York (2026-03-29 01:00:00 UTC)',
    );
    expect(downSince({}, 'UTC')).toBe('2026-03-29 01:00:00 UTC');
    expect(downSince({}, 'Etc/UTC')).toBe('2026-03-29 01:00:00 UTC');
    expect(downSince({}, 'Mars/Olympus')).toBe('2026-03-29 01:00:00 UTC');
  });

  it('has the times of a blind window on the clock of the owner: it is about all jobs', () => {
    const content = { ...sampleRecovery({ kind: 'blind', tz: 'Asia/Tokyo' }), reader: READER };

    expect(alertMail(content, LINKS).text).toContain('From: 2026-03-29 01:00:00 UTC\n');
  });

  it('tells the owner of a blind window without a word about one monitor', () => {
    const content = sampleContent({
      kind: 'blind',
      recoveredAt: Date.UTC(2026, 2, 29, 1, 25, 0),
      hint: 'It seems to run late.',
      output: 'disk full',
      tags: ['db'],
    });

    const mail = alertMail({ ...content, reader: { ...READER, url: READER.listUrl, pauseUrl: null } }, LINKS);

    expect(mail.subject).toBe('Rollcall could not receive pings for 25 min');
    expect(mail.text).toBe(
      [
        'Rollcall could not receive pings for 25 min',
        '',
        'Deadlines that fell in that time were extended by as long. Failures that did reach us were alerted as usual.',
        '',
        'From: 2026-03-29 01:00:00 UTC',
        'To: 2026-03-29 01:25:00 UTC',
        '',
        'Open your monitors:',
        'https://rollcall.example/app',
        '',
        '--',
        'You get this e-mail because this address gets alerts for one of these jobs.',
        '',
        'Unsubscribe:',
        'https://rollcall.example/u?t=1&m=2',
        '',
      ].join('\n'),
    );
    expect(mail.html).not.toContain('Nightly backup');
  });

  it('tells through the other channel which one fails, where it leads and why', () => {
    const failing = { address: 'hooks.example.com', detail: 'The receiver answered 500.' };
    const content = sampleContent({ kind: 'channel_failing', failingChannel: 'webhook', failing });

    expect(alertMail(content, LINKS).text).toContain(
      [
        'Alerts for Nightly backup by webhook are failing',
        '',
        'Nothing was switched off: we still try every alert. We report this once, not for every monitor that alerts the same address.',
        '',
        'Channel: webhook to hooks.example.com',
        'Failing since: 2026-03-29 01:00:00 UTC',
        'Because: The receiver answered 500.',
        '',
        '--',
      ].join('\n'),
    );
  });

  it('shows the hint in its own paragraph', () => {
    const { text, html } = alertMail(sampleContent({ hint: 'It seems to run\r\nin <Lisbon> time.' }), LINKS);

    expect(text).toContain('went silent\n\nIt seems to run in <Lisbon> time.\n\nDown since:');
    expect(html).toContain('>It seems to run in &lt;Lisbon&gt; time.</p>');
  });

  it('shows the last lines of the output of a failure, set off from our own', () => {
    const content = sampleContent({ reason: 'fail', output: 'copying\n  <a> & b\n--\nUnsubscribe:' });

    const { text, html } = alertMail(content, LINKS);

    expect(text).toContain(
      'failure\n\nLast lines of its output:\n    copying\n      <a> & b\n    --\n    Unsubscribe:\n\nDown since:',
    );
    expect(html).toMatch(/<pre [^>]+>copying\n {2}&lt;a&gt; &amp; b\n--\nUnsubscribe:<\/pre>/);
  });

  it('shows no output in a recovery or a test', () => {
    for (const content of [
      sampleRecovery({ output: 'disk full' }),
      sampleContent({ kind: 'test', output: 'disk full' }),
    ]) {
      expect(alertMail(content, LINKS).html).not.toMatch(/<pre|disk full/);
    }
  });

  it('no output breaks the HTML, leaves its place in the text or brings a secret', () => {
    const anyOutput = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom('\r', '\n', '\u001b', '\u202E', '<', '>', '"', '&', '/pre', 'a'),
        maxLength: 80,
      }),
    );
    const plain = alertMail(sampleContent({ reason: 'fail', output: 'x' }), LINKS);
    fc.assert(
      fc.property(anyOutput, (noise) => {
        const output = `${noise}\nDB_PASSWORD=hunter2swordfish`;
        const mail = alertMail(sampleContent({ reason: 'fail', output }), LINKS);
        const ours = mail.text.split('\n').filter((line) => line !== '' && !line.startsWith('    '));

        expect(mail.html.match(/<[^>]*>/g)).toEqual(plain.html.match(/<[^>]*>/g));
        expect(mail.html).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/);
        expect(ours).toEqual(
          plain.text.split('\n').filter((line) => line !== '' && !line.startsWith('    ')),
        );
        expect(mail.text + mail.html).not.toMatch(/hunter2|swordfish/);
      }),
    );
  });

  it('no name breaks the subject, the lines of the text or the HTML', () => {
    const anyName = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      fc.string({
        unit: fc.constantFrom('\r', '\n', '\0', '\u202E', '\u2028', '<', '>', '"', "'", '&', 'B', ':', ' '),
        maxLength: 80,
      }),
    );
    const plain = alertMail(sampleContent({ monitorName: 'A' }), LINKS);
    fc.assert(
      fc.property(anyName, (monitorName) => {
        const mail = alertMail(sampleContent({ monitorName }), LINKS);

        expect(mail.subject).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+ went silent$/u);
        expect([...mail.subject].length).toBeLessThanOrEqual(150);
        expect(mail.text.split('\n')).toHaveLength(plain.text.split('\n').length);
        expect(mail.html.match(/<[^>]*>/g)).toEqual(plain.html.match(/<[^>]*>/g));
        expect(mail.html).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/);
      }),
    );
  });
});
