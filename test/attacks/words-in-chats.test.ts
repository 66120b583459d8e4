import { describe, expect, it } from 'vitest';
import { chatHookOf } from '../../lib/domain/alerts/sending/chat-hook.ts';
import type { AlertContent } from '../../lib/domain/alerts/alert-content.ts';
import { bodyFor } from '../../lib/render/alerts/chat-body.ts';
import { groupBodyFor } from '../../lib/render/alerts/chat-list-body.ts';
import { sampleContent, sampleRecovery } from '../lib/domain/alerts/sample-content.ts';
import { ACTING, WORDS } from './hostile-words.ts';

/** One URL of each chat; the union of chats is held to the table below by its type. */
const HOOKS = {
  slack: 'https://hooks.slack.com/services/T0/B0/x',
  mattermost: 'https://chat.example.com/hooks/abcdefghijklmnopqrstuvwxyz',
  google_chat: 'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t',
  discord: 'https://discord.com/api/webhooks/123/abc_DEF-1',
  discord_slack: 'https://discord.com/api/webhooks/123/abc/slack',
  teams: 'https://prod-1.westeurope.logic.azure.com:443/workflows/a/triggers/manual/paths/invoke?sig=s',
  telegram: 'https://api.telegram.org/bot1:AA/sendMessage?chat_id=5',
  ntfy: 'https://ntfy.sh/my-jobs',
} as const satisfies Record<NonNullable<ReturnType<typeof chatHookOf>>, string>;
type Hook = keyof typeof HOOKS;

/** What a chat would obey. A backslash takes a mark its meaning; a break stands behind what no backslash helps with. */
const OBEYED: Record<Hook, RegExp> = {
  slack: /[<>]/,
  // Its Markdown is read behind the entities of Slack.
  discord_slack: /[<>]|@(?!\u200b)|\]\(/,
  mattermost: /@(?!\u200b)|(?<!\\)<(?!\u200b)|(?<!\\)\]\(/,
  discord: /@(?!\u200b)|(?<!\\)<(?!\u200b)|(?<!\\)\]\(/,
  google_chat: /@(?!\u200b)|<(?!\u200b)|\]\(/,
  telegram: /@(?!\u200b)|<(?!\u200b)|\]\(/,
  // A text run and a plain text mean nothing but themselves.
  teams: /(?!)/,
  ntfy: /(?!)/,
};

const base = {
  exitCode: 3,
  failing: { address: 'a', detail: 'b' },
  hint: 'c',
  output: 'd',
  runId: 'e',
  cron: 'f',
  tz: 'g',
  tags: ['h'],
};
const CONTENTS: AlertContent[] = [
  ...(['silence', 'fail', 'too_long'] as const).map((reason) => sampleContent({ ...base, reason })),
  sampleRecovery(base),
  ...(['test', 'blind', 'channel_failing'] as const).map((kind) => sampleContent({ ...base, kind, failingChannel: 'webhook' })),
]; // prettier-ignore

/** Each text of an alert but those that we choose ourselves. */
const OURS = new Set(['kind', 'reason', 'alertId', 'monitorId', 'failingChannel']);
function spoken(value: unknown, word: string, name = ''): unknown {
  if (typeof value === 'string') return OURS.has(name) ? value : word;
  if (Array.isArray(value)) return value.map((each) => spoken(each, word));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, spoken(each, word, key)]));
}

/** A body with its texts taken out. */
const shapeOf = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, each) =>
    typeof each === 'string' && !['type', 'contentType', 'fontType'].includes(key) ? '' : each,
  );

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe.each(Object.entries(HOOKS) as [Hook, string][])('what %s gets', (hook, url) => {
  it('is the chat that the table says', () => expect(chatHookOf(url)).toBe(hook));

  it.each(Object.entries(WORDS))('of every text of an alert that is %s acts on nobody', (_kind, word) => {
    const said = CONTENTS.map((content) => spoken(content, word) as AlertContent);
    const bodies = [...said.map((content) => bodyFor(url, content)), groupBodyFor(url, said)];
    for (const { body, contentType, headers = {} } of bodies) {
      const texts = contentType === 'application/json' ? textsIn(JSON.parse(body)) : [body];
      for (const text of texts) {
        expect(text.replaceAll('\u200b', '')).not.toMatch(ACTING);
        const [line = '', block = '', ...rest] = text.split('```');
        expect(rest.join('')).toBe('');
        expect(line).not.toMatch(OBEYED[hook]);
        // In a block a link is no link, and a mention may be one.
        expect(block.replaceAll('](', '')).not.toMatch(OBEYED[hook]);
      }
      for (const value of Object.values(headers)) expect(value).toMatch(/^[ -~]*$/);
    }
  });

  it('links no address that a job prints, in a list either', () => {
    const output = 'see https://evil.example/x or ops@evil.example';
    const failed = [1, 2].map((incident) => sampleContent({ reason: 'fail', incident, output }));
    const { body, contentType } = groupBodyFor(url, failed);
    const text = contentType === 'application/json' ? textsIn(JSON.parse(body)).join(' ') : body;
    expect(text).toMatch(/Last output/);
    expect(text).not.toMatch(/https:\/\/evil|evil\.example/);
  });

  it('has the same parts whatever its words are', () => {
    for (const content of CONTENTS) {
      const [plain, hostile] = ['word', WORDS.chat].map((word) => bodyFor(url, spoken(content, word) as AlertContent));
      if (plain?.contentType !== 'application/json') continue;
      const [one, other] = [plain, hostile].map((each) => shapeOf({ ...JSON.parse(each?.body ?? ''), entities: 0 }));
      expect(other).toEqual(one);
    }
  });
}); // prettier-ignore
