import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlertContent } from '../../../../lib/domain/alerts/alert-content.ts';
import { nameText } from '../../../../lib/render/alerts/alert-text.ts';
import { groupBodyFor, partsFor } from '../../../../lib/render/alerts/chat-list-body.ts';
import { instantText } from '../../../../lib/render/time-text.ts';
import { sampleContent, sampleRecovery } from '../../domain/alerts/sample-content.ts';
import { rounds } from '../../../support/thorough.ts';

const PLAIN = 'https://example.com/hook';
const bare = (text: string): string => text.replaceAll('\u200B', '');
const bareOfMarkdown = (text: string): string => bare(text).replace(/\\([\\`*_~|#<>[\]()!])/g, '$1');
const bareOfEntities = (text: string): string =>
  bare(text).replace(/&(?:lt|gt|amp);/g, (entity) =>
    entity === '&lt;' ? '<' : entity === '&gt;' ? '>' : '&',
  );
const chars = (text: string): number => text.length;
const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** By chat: how a reader sees its text, and how much of which measure it takes. */
const CHATS: [string, (text: string) => string, (text: string) => number, number][] = [
  ['https://hooks.slack.com/services/T0/B0/x', bareOfEntities, chars, 4_000],
  ['https://chat.example.com/hooks/abcdefghijklmnopqrstuvwxyz', bareOfMarkdown, chars, 4_000],
  [
    'https://chat.example.com/hooks/65a1b2c3d4e5f60718293a4b/abcdefghijklmnopqrstuvwx',
    bareOfMarkdown,
    chars,
    4_000,
  ],
  ['https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t', bare, chars, 4_096],
  ['https://discord.com/api/webhooks/123/abc_DEF-1', bareOfMarkdown, chars, 2_000],
  ['https://discord.com/api/webhooks/123/abc/slack', bareOfEntities, chars, 2_000],
  [
    'https://prod-1.westeurope.logic.azure.com:443/workflows/a/triggers/manual/paths/invoke?sig=s',
    bare,
    bytes,
    28_000,
  ],
  ['https://api.telegram.org/bot1:AA/sendMessage?chat_id=5', bare, chars, 4_096],
  ['https://ntfy.sh/my-jobs', bare, bytes, 4_096],
];

const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
const mark = fc.constantFrom(
  '@',
  '<',
  '>',
  '&',
  '\\',
  '[',
  ']',
  '(',
  '*',
  '`',
  '_',
  '\r',
  '\n',
  '🚀',
  'a',
  ' ',
);
const anyText = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: anyCharacter, maxLength }),
    fc.string({ unit: mark, maxLength, size: 'max' }),
    fc.string({ unit: 'grapheme', maxLength, size: 'max' }),
  );
const anyMember = fc.record({
  kind: fc.constantFrom('miss', 'miss', 'miss', 'recovery'),
  reason: fc.constantFrom('silence', 'silence', 'fail', 'too_long'),
  monitorName: anyText(120),
  hint: fc.option(anyText(400), { freq: 5 }),
  output: fc.option(anyText(1_000), { freq: 2 }),
  held: fc.option(fc.constant({ from: 0, to: 3_600_000 }), { freq: 3, nil: undefined }),
  notHeard: fc.option(fc.constant({ from: 0, to: 3_600_000 }), { freq: 3 }),
  alertNumber: fc.integer({ min: 1, max: 40 }),
  exitCode: fc.option(fc.integer({ min: 1, max: 255 }), { nil: undefined }),
  runId: fc.option(anyText(64)),
});

/** Each down since another second, by which a test finds its line. */
function group(members: Partial<AlertContent>[]): AlertContent[] {
  const downSinceOf = (index: number): number =>
    Date.UTC(2026, 2, 29, 1, 0, 0) + ((index * 37) % 101) * 1_000;
  return members.map(({ held, ...part }, index) =>
    sampleContent({
      ...part,
      ...(held && { held }),
      alertId: `al_${index}`,
      incident: 1_000 + index,
      downSince: downSinceOf(index),
      recoveredAt: part.kind === 'recovery' ? downSinceOf(index) + 3_600_000 : null,
    }),
  );
}

function jobs(count: number, part: Partial<AlertContent> = {}): AlertContent[] {
  return group(Array.from({ length: count }, (_, index) => ({ monitorName: `job ${index}`, ...part })));
}

/** The lines that a reader sees, the headline included, and what the chat counts. */
function seen(url: string, part: AlertContent[]): { lines: string[]; counted: string } {
  const { body, contentType, headers } = groupBodyFor(url, part);
  if (contentType.startsWith('text/plain'))
    return { lines: [headers?.['title'] ?? '', ...body.split('\n')], counted: body };
  const shape = JSON.parse(body);
  const text = shape.text ?? shape.content;
  if (text !== undefined) return { lines: text.split('\n'), counted: text };
  const blocks: { inlines: { text: string }[] }[] = shape.attachments[0].content.body;
  return { lines: blocks.map((block) => block.inlines[0]?.text ?? ''), counted: body };
}

const sinceOf = (content: AlertContent): string => instantText(content.recoveredAt ?? content.downSince);

describe('the messages of a group to a chat', () => {
  it.each(CHATS)('to %s name each member whole in exactly one', (url, read, sizeOf, room) => {
    fc.assert(
      fc.property(fc.array(anyMember, { minLength: 1, maxLength: 30, size: 'max' }), (members) => {
        const contents = group(members as Partial<AlertContent>[]);
        const parts = partsFor(url, contents);
        const messages = parts.map((part) => seen(url, part));

        expect(
          parts
            .flat()
            .map(({ alertId }) => alertId)
            .sort(),
        ).toEqual(contents.map(({ alertId }) => alertId).sort());
        expect(parts.flat().map(({ downSince }) => downSince)).toEqual(
          contents.map(({ downSince }) => downSince).sort(),
        );
        for (const { counted } of messages) expect(sizeOf(counted)).toBeLessThanOrEqual(room);
        for (const content of contents) {
          const its = messages.flatMap(({ lines }) =>
            lines.map(read).filter((line) => line.includes(sinceOf(content))),
          );
          expect(its).toHaveLength(1);
          expect(its[0]).toContain(nameText(content.monitorName));
          if (its[0]?.startsWith('• ')) expect(its[0]).toContain(`incident ${content.incident}.`);
        }
      }),
      // To make 30 hostile members smaller would take minutes.
      { numRuns: rounds(15, 40), endOnFailure: true },
    );
  });

  it.each(CHATS)('to %s have their end: no line is cut and none counts what is missing', (url, read) => {
    const contents = jobs(100, { hint: 'It seems to run in Lisbon time.' });

    for (const part of partsFor(url, contents)) {
      const lines = seen(url, part).lines.map(read).slice(1);
      expect(lines.every((line) => line.startsWith('• ') && line.endsWith('in Lisbon time.'))).toBe(true);
      expect(lines).toHaveLength(part.length);
    }
  });

  it.each(CHATS)('to %s are as few as can be', (url, read, sizeOf, room) => {
    const contents = jobs(100);
    const parts = partsFor(url, contents);

    expect(parts.length).toBeLessThan(12);
    for (const [index, part] of parts.slice(0, -1).entries()) {
      const next = parts[index + 1]?.[0];
      const { counted } = seen(url, part);
      // Teams has a margin of its own below what a card may have.
      const margin = url.includes('azure') ? 8_000 : 200;
      expect(sizeOf(counted) + sizeOf(read(`• ${next?.monitorName}`)) + margin + 200).toBeGreaterThan(room);
    }
  });

  it('say how many they name', () => {
    const [url] = CHATS[0] ?? [''];
    const [, second = []] = partsFor(url, jobs(100));

    expect(second.length).toBeGreaterThan(20);
    expect(seen(url, second).lines[0]).toBe(
      `${second.length} monitors went silent: ` +
        `${second[0]?.monitorName}, ${second[1]?.monitorName} and ${second.length - 2} more`,
    );
  });

  it.each(CHATS)('to %s are one where one takes all', (url) => {
    const contents = jobs(3);
    const [part = [], ...others] = partsFor(url, contents);

    expect(others).toEqual([]);
    expect(groupBodyFor(url, part)).toEqual(groupBodyFor(url, contents));
  });

  it.each([PLAIN, ...CHATS.map(([url]) => url)])('to %s are one for one alert, and none for none', (url) => {
    expect(partsFor(url, [sampleRecovery()])).toEqual([[sampleRecovery()]]);
    expect(partsFor(url, [])).toEqual([]);
  });
});

it('a receiver that is no chat gets one message for each alert', () => {
  const contents = jobs(3);

  expect(partsFor(PLAIN, contents)).toEqual(
    contents.map((content) => [content]).sort(([a], [b]) => (a?.downSince ?? 0) - (b?.downSince ?? 0)),
  );
});
