import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyFor } from '../../../../lib/render/alerts/chat-body.ts';
import { groupBodyFor } from '../../../../lib/render/alerts/chat-list-body.ts';
import type { AlertContent } from '../../../../lib/domain/alerts/alert-content.ts';
import { sampleContent, sampleRecovery } from '../../domain/alerts/sample-content.ts';
import { itThorough } from '../../../support/thorough.ts';

/** Half surrogate pairs included. */
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
const URLS = {
  slack: 'https://hooks.slack.com/services/T0/B0/x',
  mattermost: 'https://chat.example.com/hooks/abcdefghijklmnopqrstuvwxyz',
  googleChat: 'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t',
  discord: 'https://discord.com/api/webhooks/123/abc_DEF-1',
  discordSlack: 'https://discord.com/api/webhooks/123/abc/slack',
  teams: 'https://prod-1.westeurope.logic.azure.com:443/workflows/a/triggers/manual/paths/invoke?sig=s',
  telegram: 'https://api.telegram.org/bot1:AA/sendMessage?chat_id=5',
  ntfy: 'https://ntfy.sh/my-jobs',
};
const PLAIN = 'https://example.com/hook';
const TEXT = [
  '2 monitors went silent: a and b',
  '• a: silent since 2026-03-29 01:00:00 UTC, last ping never, incident 3.',
  '• b: silent since 2026-03-29 01:01:00 UTC, last ping 2026-03-29 00:00:00 UTC, incident 3. It seems to run late.',
].join('\n');

function pair(): AlertContent[] {
  return [
    sampleContent({
      monitorName: 'b',
      downSince: Date.UTC(2026, 2, 29, 1, 1, 0),
      hint: 'It seems to run late.',
    }),
    sampleContent({ monitorName: 'a', lastEventAt: null }),
  ];
}

function many(count: number, name = 'job'): AlertContent[] {
  return Array.from({ length: count }, (_, index) =>
    sampleContent({ monitorName: `${name} ${index}`, downSince: Date.UTC(2026, 2, 29, 1, 0, index) }),
  );
}

function textOf(url: string, contents: AlertContent[]): string {
  const { body, contentType } = groupBodyFor(url, contents);
  if (contentType.startsWith('text/plain')) return body;
  const shape = JSON.parse(body);
  return shape.text ?? shape.content ?? JSON.stringify(shape);
}

describe('groupBodyFor', () => {
  it.each([PLAIN, ...Object.values(URLS)])('of one alert is what %s gets of it', (url) => {
    for (const content of [
      sampleContent(),
      sampleRecovery(),
      sampleContent({ reason: 'fail', output: 'full' }),
    ]) {
      expect(groupBodyFor(url, [content])).toEqual(bodyFor(url, content));
    }
  });

  it('refuses an empty group', () => {
    expect(() => groupBodyFor(URLS.slack, [])).toThrow(RangeError);
  });

  it('refuses several notices for a receiver that is no chat', () => {
    expect(() => groupBodyFor(PLAIN, pair())).toThrow(RangeError);
  });

  it.each([
    ['Slack', URLS.slack, { text: TEXT }],
    ['Mattermost', URLS.mattermost, { text: TEXT }],
    ['Google Chat', URLS.googleChat, { text: TEXT }],
    ['Discord', URLS.discord, { content: TEXT, allowed_mentions: { parse: [] }, flags: 4 }],
    ['the Slack door of Discord', URLS.discordSlack, { text: TEXT }],
    ['Telegram', URLS.telegram, { text: TEXT, link_preview_options: { is_disabled: true } }],
  ])('sends %s the list, down the longest first', (_chat, url, shape) => {
    expect(JSON.parse(groupBodyFor(url, pair()).body)).toEqual(shape);
  });

  it('sends Teams one block for each line', () => {
    const card = JSON.parse(groupBodyFor(URLS.teams, pair()).body);
    const lines = card.attachments[0].content.body.map(
      (block: { inlines: { text: string }[] }) => block.inlines[0]?.text,
    );

    expect(lines).toEqual(TEXT.split('\n'));
  });

  it('sends ntfy plain text under the headline', () => {
    expect(groupBodyFor(URLS.ntfy, pair())).toEqual({
      contentType: 'text/plain; charset=utf-8',
      body: TEXT.split('\n').slice(1).join('\n'),
      headers: { title: '2 monitors went silent: a and b', priority: 'high', tags: 'rotating_light' },
    });
  });

  it('tells failures with what the job said, its own words last', () => {
    const failed = (part: Partial<AlertContent>) => sampleContent({ reason: 'fail', ...part });
    const contents = [
      failed({ monitorName: 'a', exitCode: 3, inARow: 4, output: 'start\ndisk <full>' }),
      failed({ monitorName: 'b', alertNumber: 2, output: ' \n' }),
      failed({ monitorName: 'c', output: 'word '.repeat(90) }),
    ];
    const since = 'down since 2026-03-29 01:00:00 UTC, incident 3.';

    expect(textOf(URLS.googleChat, contents).split('\n')).toEqual([
      '3 jobs failed: a, b and c',
      `• a: failed with exit code 3, 4 times in a row, ${since} Last output: disk <\u200Bfull>`,
      `• b: failed, ${since}`,
      `• c: failed, ${since} Last output: ${'word '.repeat(40).trim()}…`,
    ]);
  });

  it('tells runs that are too long with their limit and id', () => {
    const long = (part: Partial<AlertContent>) => sampleContent({ reason: 'too_long', ...part });
    const contents = [
      long({ monitorName: 'a', maxDurationSec: 7_200, runId: 'r\n1' }),
      long({ monitorName: 'b' }),
    ];
    const since = 'down since 2026-03-29 01:00:00 UTC, incident 3.';

    expect(textOf(URLS.slack, contents).split('\n')).toEqual([
      '2 jobs are running too long: a and b',
      `• a: running longer than 2 h, run r 1, ${since}`,
      `• b: running longer than its limit, ${since}`,
    ]);
  });

  it('tells recoveries one line each, and wakes nobody by them', () => {
    const contents = [
      sampleRecovery({ monitorName: 'a' }),
      sampleRecovery({ monitorName: 'b', incident: 9 }),
    ];
    const line = 'recovered at 2026-03-29 02:05:00 UTC, after 1 h 5 min down, incident';

    expect(groupBodyFor(URLS.ntfy, contents)).toEqual({
      contentType: 'text/plain; charset=utf-8',
      body: `• a: ${line} 3.\n• b: ${line} 9.`,
      headers: { title: '2 monitors are back: a and b', priority: 'default', tags: 'white_check_mark' },
    });
  });

  it('leaves out what Discord does not take and says how much', () => {
    const text = textOf(URLS.discord, many(100));
    const shown = text.match(/^• /gm)?.length ?? 0;

    expect(text.length).toBeLessThanOrEqual(2_000);
    expect(shown).toBeGreaterThan(10);
    expect(text.split('\n').at(-1)).toBe(`and ${100 - shown} more`);
  });

  itThorough('keeps within the limit of every chat with 5,000 names of marks', () => {
    const contents = many(5_000, '*🚀&'.repeat(30));
    const bytes = (text: string): number => new TextEncoder().encode(text).length;

    expect(textOf(URLS.discordSlack, contents).length).toBeLessThanOrEqual(2_000);
    for (const url of [URLS.slack, URLS.mattermost, URLS.googleChat, URLS.telegram]) {
      expect(textOf(url, contents).length).toBeLessThanOrEqual(4_000);
    }
    expect(bytes(textOf(URLS.ntfy, contents))).toBeLessThanOrEqual(4_096);
    expect(bytes(groupBodyFor(URLS.teams, contents).body)).toBeLessThanOrEqual(28_000);
  });

  it('lets no name mention, mark up or add a line', () => {
    const anyName = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 120 }),
      fc.string({
        unit: fc.constantFrom(
          '@',
          '<',
          '!',
          '>',
          '\\',
          '[',
          ']',
          '(',
          ')',
          '*',
          '`',
          '\r',
          '\n',
          '\0',
          'a',
          '-',
        ),
        maxLength: 80,
      }),
    );
    fc.assert(
      fc.property(anyName, (monitorName) => {
        const contents = [sampleContent({ monitorName }), sampleContent({ monitorName: 'z' })];

        expect(textOf(URLS.slack, contents)).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)|``/);
        expect(textOf(URLS.googleChat, contents)).not.toMatch(/[@<](?!\u200B)|``/);
        expect(textOf(URLS.telegram, contents)).not.toMatch(/@(?!\u200B)/);
        for (const url of [URLS.mattermost, URLS.discord]) {
          const unescaped = textOf(url, contents).replace(/\\[\\`*_~|#<>[\]()!]/g, '');
          expect(unescaped).not.toMatch(/[\\`*_~|#<>[\]()!]|@(?!\u200B)/);
        }
        for (const url of Object.values(URLS)) {
          const isTitled = url === URLS.teams || url === URLS.ntfy;
          if (!isTitled) expect(textOf(url, contents).split('\n')).toHaveLength(3);
          for (const value of Object.values(groupBodyFor(url, contents).headers ?? {})) {
            expect(value).toMatch(/^[ -~]*$/);
          }
        }
      }),
    );
  });
});
