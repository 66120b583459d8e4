import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyFor } from '../../../../lib/render/alerts/chat-body.ts';
import { groupBodyFor, partsFor } from '../../../../lib/render/alerts/chat-list-body.ts';
import { contentBody } from '../../../../lib/render/alerts/alert-json.ts';
import { sampleContent, sampleRecovery } from '../../domain/alerts/sample-content.ts';

/** Half surrogate pairs included. */
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
const URLS = {
  slack: 'https://hooks.slack.com/services/T0/B0/x',
  mattermost: 'https://chat.example.com/hooks/abcdefghijklmnopqrstuvwxyz',
  rocketChat: 'https://chat.example.com/hooks/65a1b2c3d4e5f60718293a4b/abcdefghijklmnopqrstuvwx',
  googleChat: 'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t',
  discord: 'https://discord.com/api/webhooks/123/abc_DEF-1',
  discordSlack: 'https://discord.com/api/webhooks/123/abc/slack',
  teams: 'https://prod-1.westeurope.logic.azure.com:443/workflows/a/triggers/manual/paths/invoke?sig=s',
  telegram: 'https://api.telegram.org/bot1:AA/sendMessage?chat_id=5',
  ntfy: 'https://ntfy.sh/my-jobs',
};
const SENTENCE =
  'A went silent. Last ping: 2026-03-29 00:00:00 UTC. Expected: a ping at least every hour. Down since 2026-03-29 01:00:00 UTC.';
const BREAK = '\u200B';

describe('bodyFor', () => {
  const content = sampleContent({ monitorName: 'A' });

  it('sends every other receiver the exact JSON', () => {
    expect(bodyFor('https://example.com/hook', content)).toEqual({
      contentType: 'application/json',
      body: contentBody(content),
    });
  });

  it.each([
    ['Slack', URLS.slack, { text: SENTENCE }],
    ['Mattermost', URLS.mattermost, { text: SENTENCE }],
    ['Rocket.Chat', URLS.rocketChat, { text: SENTENCE }],
    ['Google Chat', URLS.googleChat, { text: SENTENCE }],
    ['Discord', URLS.discord, { content: SENTENCE, allowed_mentions: { parse: [] }, flags: 4 }],
    ['the Slack door of Discord', URLS.discordSlack, { text: SENTENCE }],
    ['Telegram', URLS.telegram, { text: SENTENCE, link_preview_options: { is_disabled: true } }],
  ])('sends %s what it reads and nothing else', (_chat, url, shape) => {
    const body = bodyFor(url, content);

    expect(body.contentType).toBe('application/json');
    expect(body.headers).toBeUndefined();
    expect(JSON.parse(body.body)).toEqual(shape);
  });

  it('sends Teams an adaptive card of plain text runs', () => {
    const card = JSON.parse(bodyFor(URLS.teams, content).body);

    expect(card).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            type: 'AdaptiveCard',
            body: [
              {
                type: 'RichTextBlock',
                inlines: [{ type: 'TextRun', text: 'A went silent', weight: 'Bolder' }],
              },
              { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: SENTENCE, weight: 'Default' }] },
            ],
          },
        },
      ],
    });
  });

  it('sends ntfy plain text with the rest in headers', () => {
    expect(bodyFor(URLS.ntfy, content)).toEqual({
      contentType: 'text/plain; charset=utf-8',
      body: SENTENCE,
      headers: { title: 'A went silent', priority: 'high', tags: 'rotating_light' },
    });
  });

  it('tells ntfy of a recovery without alarm', () => {
    expect(bodyFor(URLS.ntfy, sampleRecovery()).headers).toEqual({
      title: 'Nightly backup is back after 1 h 5 min',
      priority: 'default',
      tags: 'white_check_mark',
    });
  });

  it('encodes a title of ntfy that is not ASCII', () => {
    const { headers } = bodyFor(URLS.ntfy, sampleContent({ monitorName: 'Só' }));

    expect(headers?.['title']).toBe('=?UTF-8?B?U8OzIHdlbnQgc2lsZW50?=');
  });
});

describe('bodyFor leads on', () => {
  const url = 'https://rollcall.example/app/monitors/m1/incidents/3';
  const pauseUrl = 'https://rollcall.example/pause/m1.t.p';
  const reader = { zone: 'UTC', url, listUrl: 'https://rollcall.example/app', pauseUrl };
  const content = { ...sampleContent({ monitorName: 'A', reason: 'fail', output: 'full' }), reader };
  const textOf = (to: string): string => {
    const shape = JSON.parse(bodyFor(to, content).body);
    return shape.text ?? shape.content;
  };
  const SLACK_LINKS = `<${url}|Open this incident> · <${pauseUrl}|Pause for 8 hours>`;
  const MARKDOWN_LINKS = `[Open this incident](${url}) · [Pause for 8 hours](${pauseUrl})`;

  it.each([
    ['Slack', URLS.slack, SLACK_LINKS],
    ['Google Chat', URLS.googleChat, SLACK_LINKS],
    ['Mattermost', URLS.mattermost, MARKDOWN_LINKS],
    ['Rocket.Chat', URLS.rocketChat, MARKDOWN_LINKS],
    ['Discord', URLS.discord, MARKDOWN_LINKS],
    [
      'the Slack door of Discord',
      URLS.discordSlack,
      `Open this incident: ${url} · Pause for 8 hours: ${pauseUrl}`,
    ],
  ])('in %s, between the text and the output', (_chat, to, links) => {
    expect(textOf(to)).toMatch(/^A reported a failure/);
    expect(textOf(to).split('\n').slice(1)).toEqual([links, '```', 'full', '```']);
  });

  it('in Telegram, and marks the output by its place behind that', () => {
    const { text, entities } = JSON.parse(bodyFor(URLS.telegram, content).body);

    expect(text.split('\n').slice(1)).toEqual([
      `Open this incident: ${url}`,
      `Pause for 8 hours: ${pauseUrl}`,
      'full',
    ]);
    expect(entities).toEqual([{ type: 'pre', offset: text.length - 4, length: 4 }]);
  });

  it('in Teams by the buttons of the card', () => {
    expect(JSON.parse(bodyFor(URLS.teams, content).body).attachments[0].content.actions).toEqual([
      { type: 'Action.OpenUrl', title: 'Open this incident', url },
      { type: 'Action.OpenUrl', title: 'Pause for 8 hours', url: pauseUrl },
    ]);
  });

  it('in ntfy by a touch and by buttons', () => {
    expect(bodyFor(URLS.ntfy, content).headers).toMatchObject({
      click: url,
      actions: `view, Open this incident, ${url}; view, Pause for 8 hours, ${pauseUrl}`,
    });
  });

  it('from a group to the list, within what a chat takes', () => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      ...sampleContent({ monitorName: `nightly backup of the database ${index}` }),
      reader,
    }));
    for (const to of Object.values(URLS)) {
      const parts = partsFor(to, many);
      expect(parts.flat()).toHaveLength(60);
      for (const part of parts.filter(({ length }) => length > 1)) {
        const { body, headers } = groupBodyFor(to, part);
        expect(body + JSON.stringify(headers ?? {})).toContain('https://rollcall.example/app');
        expect(body).not.toContain('/pause/');
        for (const { monitorName } of part) expect(body).toContain(`${monitorName}:`);
      }
    }
  });

  it('keeps the links where the text is too long', () => {
    const long = {
      ...content,
      monitorName: '*'.repeat(500),
      hint: '*'.repeat(500),
      output: 'x '.repeat(2_000),
    };

    const { content: text } = JSON.parse(bodyFor(URLS.discord, long).body);

    expect(text).toContain(MARKDOWN_LINKS);
    expect(text.length).toBeLessThanOrEqual(2_000);
  });
});

describe('bodyFor shows hint and output', () => {
  const FAILED =
    'A reported a failure. Reported by the job itself. Down since 2026-03-29 01:00:00 UTC. Look at it.';
  const failed = (output: string | null) =>
    sampleContent({ monitorName: 'A', reason: 'fail', hint: 'Look at it.', output });
  const shapeOf = (url: string, output: string | null) => JSON.parse(bodyFor(url, failed(output)).body);
  const OUTPUT = 'mail <!channel> @all\n``` *x*';

  it.each([
    ['Slack', URLS.slack, `mail &lt;!channel&gt; @all\n\`${BREAK}\`${BREAK}\`${BREAK} *x*`],
    [
      'Mattermost',
      URLS.mattermost,
      `mail <${BREAK}!channel> @${BREAK}all\n\`${BREAK}\`${BREAK}\`${BREAK} *x*`,
    ],
    [
      'Google Chat',
      URLS.googleChat,
      `mail <${BREAK}!channel> @${BREAK}all\n\`${BREAK}\`${BREAK}\`${BREAK} *x*`,
    ],
    ['Discord', URLS.discord, `mail <${BREAK}!channel> @${BREAK}all\n\`${BREAK}\`${BREAK}\`${BREAK} *x*`],
    [
      'the Slack door of Discord',
      URLS.discordSlack,
      `mail &lt;!channel&gt; @${BREAK}all\n\`${BREAK}\`${BREAK}\`${BREAK} *x*`,
    ],
  ])('to %s in a code block that nothing in it can end', (_chat, url, block) => {
    const shape = shapeOf(url, OUTPUT);

    expect(shape.text ?? shape.content).toBe(`${FAILED}\n\`\`\`\n${block}\n\`\`\``);
  });

  it('to Telegram as a block marked by its place', () => {
    const { text, entities } = shapeOf(URLS.telegram, 'disk 🚀\n@all');

    expect(text).toBe(`${FAILED}\ndisk 🚀\n@${BREAK}all`);
    expect(entities).toEqual([{ type: 'pre', offset: FAILED.length + 1, length: 13 }]);
  });

  it('to Teams as lines of fixed width', () => {
    expect(shapeOf(URLS.teams, 'disk\n\n**full**').attachments[0].content.body.slice(2)).toEqual([
      { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: 'disk', fontType: 'Monospace' }] },
      { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: '**full**', fontType: 'Monospace' }] },
    ]);
  });

  it('to ntfy under the text', () => {
    expect(bodyFor(URLS.ntfy, failed('disk\nfull')).body).toBe(`${FAILED}\n\ndisk\nfull`);
  });

  it('as nothing when there is none', () => {
    expect(shapeOf(URLS.slack, null)).toEqual({ text: FAILED });
    expect(shapeOf(URLS.telegram, null)).not.toHaveProperty('entities');
  });

  it('cut to its last 600 characters at whole lines', () => {
    const line = 'word '.repeat(40).trim();

    expect(shapeOf(URLS.slack, [line, line, line, 'end'].join('\n')).text).toBe(
      `${FAILED}\n\`\`\`\n${[line, line, 'end'].join('\n')}\n\`\`\``,
    );
  });

  it('within the 2000 characters of Discord, with both ends of the block', () => {
    const name = '*'.repeat(500);
    const failure = sampleContent({ ...failed('`@'.repeat(500)), monitorName: name, hint: '*'.repeat(500) });

    const { content } = JSON.parse(bodyFor(URLS.discord, failure).body);

    expect(content.length).toBeLessThanOrEqual(2_000);
    expect(content.split('```')).toHaveLength(3);
  });

  it('within the 4096 bytes of ntfy', () => {
    const content = sampleContent({
      ...failed('🚀 '.repeat(400)),
      monitorName: '🚀'.repeat(80),
      hint: '🚀'.repeat(300),
    });

    expect(new TextEncoder().encode(bodyFor(URLS.ntfy, content).body).length).toBeLessThanOrEqual(4_096);
  });

  it('without a way out of the block, a mention or a secret, whatever name and output hold', () => {
    const anyText = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 120 }),
      fc.string({
        unit: fc.constantFrom('`', '@', '<', '!', '>', '\\', '*', '~', '\r', '\n', '\u001b', 'a'),
        maxLength: 80,
      }),
    );
    fc.assert(
      fc.property(anyText, anyText, (monitorName, noise) => {
        const output = `${noise}\nDB_PASSWORD=hunter2swordfish`;
        const content = sampleContent({ reason: 'fail', monitorName, output });
        for (const url of Object.values(URLS))
          expect(bodyFor(url, content).body).not.toMatch(/hunter2|swordfish/);
        for (const url of [URLS.slack, URLS.mattermost, URLS.googleChat, URLS.discord, URLS.discordSlack]) {
          const shape = JSON.parse(bodyFor(url, content).body);
          const [before = '', block = '', after] = (shape.text ?? shape.content).split('```');
          expect(
            before.endsWith('\n') && block.startsWith('\n') && block.endsWith('\n') && after === '',
          ).toBe(true);
          expect(block).not.toMatch(url === URLS.slack ? /[<>]/ : /[@<](?!\u200B)/);
        }
      }),
    );
  });
});

describe('bodyFor tells what is no alert of one job', () => {
  it('to ntfy: a blind window without haste', () => {
    const content = sampleContent({ kind: 'blind', recoveredAt: Date.UTC(2026, 2, 29, 1, 25, 0) });

    expect(bodyFor(URLS.ntfy, content)).toMatchObject({
      body: expect.stringMatching(/^Rollcall could not receive pings from /),
      headers: {
        title: 'Rollcall could not receive pings for 25 min',
        priority: 'default',
        tags: 'warning',
      },
    });
  });

  it('to ntfy: a failing channel with haste', () => {
    const content = sampleContent({ kind: 'channel_failing', failingChannel: 'email' });

    expect(bodyFor(URLS.ntfy, content).headers).toEqual({
      title: 'Alerts for Nightly backup by e-mail are failing',
      priority: 'high',
      tags: 'warning',
    });
  });
});

describe('bodyFor lets a name neither mention nor mark up', () => {
  const textOf = (url: string, monitorName: string): string => {
    const shape = JSON.parse(bodyFor(url, sampleContent({ monitorName })).body);
    return (shape.text ?? shape.content).split(' went silent')[0];
  };

  it.each([
    ['Slack mentions', URLS.slack, '<!channel>', '&lt;!channel&gt;'],
    ['Slack links', URLS.slack, '<https://a.b|x> & y', '&lt;https://a.b|x&gt; &amp; y'],
    ['Mattermost mentions', URLS.mattermost, '@channel', `@${BREAK}channel`],
    ['Mattermost links', URLS.mattermost, '[x](https://a.b)', '\\[x\\]\\(https://a.b\\)'],
    ['Rocket.Chat images', URLS.rocketChat, '![x](https://a.b)', '\\!\\[x\\]\\(https://a.b\\)'],
    ['Google Chat mentions', URLS.googleChat, '<users/all>', `<${BREAK}users/all>`],
    ['Discord mentions', URLS.discord, '@everyone <@1>', `@${BREAK}everyone \\<@${BREAK}1\\>`],
    ['Discord styles', URLS.discord, '**x** `y` ||z||', '\\*\\*x\\*\\* \\`y\\` \\|\\|z\\|\\|'],
    ['Discord lists', URLS.discord, '- x', `${BREAK}- x`],
    ['Mattermost lists', URLS.mattermost, '1. x', `${BREAK}1. x`],
    ['Slack code blocks', URLS.slack, '```x', `\`${BREAK}\`${BREAK}\`x`],
    ['an escape undone by a backslash', URLS.discord, '\\*x\\*', '\\\\\\*x\\\\\\*'],
    ['mentions at the Slack door of Discord', URLS.discordSlack, '@everyone', `@${BREAK}everyone`],
    ['Telegram mentions', URLS.telegram, '@somebody', `@${BREAK}somebody`],
  ])('%s', (_what, url, name, text) => {
    expect(textOf(url, name)).toBe(text);
  });

  it('whatever the name holds', () => {
    const anyName = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 120 }),
      fc.string({
        unit: fc.constantFrom('@', '<', '!', '>', '\\', '[', ']', '(', ')', '*', '`', '\r', '\n', '\0', 'a'),
        maxLength: 80,
      }),
    );
    fc.assert(
      fc.property(anyName, (name) => {
        expect(textOf(URLS.slack, name)).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/);
        expect(textOf(URLS.googleChat, name)).not.toMatch(/[@<](?!\u200B)/);
        expect(textOf(URLS.telegram, name)).not.toMatch(/@(?!\u200B)/);
        expect(textOf(URLS.discordSlack, name)).not.toMatch(/[<>]|@(?!\u200B)/);
        for (const url of [URLS.mattermost, URLS.discord]) {
          const unescaped = textOf(url, name).replace(/\\[\\`*_~|#<>[\]()!]/g, '');
          expect(unescaped).not.toMatch(/[\\`*_~|#<>[\]()!]|@(?!\u200B)/);
        }
        for (const url of Object.values(URLS)) {
          const { body, headers } = bodyFor(url, sampleContent({ monitorName: name }));
          expect(body).not.toMatch(/[\r\n\0]/);
          for (const value of Object.values(headers ?? {})) expect(value).toMatch(/^[ -~]*$/);
        }
      }),
    );
  });
});

it('a message for Discord stays under its 2000 characters with the longest name of marks', () => {
  const content = sampleContent({ monitorName: '*'.repeat(500), tags: ['a'.repeat(5000)] });

  expect(JSON.parse(bodyFor(URLS.discord, content).body).content.length).toBeLessThan(500);
});
