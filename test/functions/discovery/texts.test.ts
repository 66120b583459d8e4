import { describe, expect, it } from 'vitest';
import { operations } from '../../../lib/contract/catalogue.ts';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { billingSettingsFor } from '../../support/money/billing.ts';
import { OPERATOR } from '../../support/accounts/operator.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(() =>
  startTestService({
    identity: 'own',
    operator: OPERATOR,
    users: { ...STRANGERS_WELCOME, publicPages: 'on' },
  }),
);

/** What programs call: no forms of pages. */
const called = operations.filter(([, { body }]) => !body || !('form' in body));

const textOf = async (path: string, of = service) => (await of.call('GET', path)).text;

/** As the reference reader of llms.txt has it: a title, a summary, text, sections of links and of nothing else. */
function parseLlmsText(text: string) {
  const [head = '', ...parts] = text.split(/^## (?=.)/m);
  const { title, summary, info } =
    /^# (?<title>.+)\n\n> (?<summary>.+)\n\n(?<info>[^#]+)$/.exec(head)?.groups ?? {};
  const sections = parts.map((part) => {
    const [name = '', ...lines] = part.trimEnd().split('\n');
    return {
      name,
      links: lines
        .filter((line) => line !== '')
        .map((line) => /^- \[([^\]]+)\]\(([^)]+)\): (.+)$/.exec(line)),
    };
  });
  return { title, summary, info, sections };
}

describe('llms.txt', () => {
  it('has its grammar', async () => {
    const { title, summary, info, sections } = parseLlmsText(await textOf('/llms.txt'));

    expect([title, summary]).toEqual(['Rollcall', expect.stringMatching(/\.$/)]);
    expect(info).toMatch(/\S/);
    expect(sections.at(-1)?.name).toBe('Optional');
    for (const { links } of sections) {
      expect(links.length).toBeGreaterThan(0);
      expect(links).not.toContain(null);
    }
  });

  it('is followed by all of it in one text, with one title and no gaps in its headings', async () => {
    const text = await textOf('/llms-full.txt');
    const levels = [...text.matchAll(/^(#+) /gm)].map(([, marks = '']) => marks.length);

    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.reduce((before, level) => {
      expect(level).toBeLessThanOrEqual(before + 1);
      return level;
    });
    for (const [, { summary, path }] of called) {
      expect(text).toContain(path);
      expect(text).toContain(summary);
    }
  });
});

describe('the knowledge bundle (OKF 0.1)', () => {
  it('has an index of headings and entries, whose only front matter is the version', async () => {
    const text = await textOf('/okf/index.md');
    const [, front = '', body = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];

    expect(front).toBe('okf_version: "0.1"');
    for (const line of body.split('\n').filter((each) => each !== ''))
      expect(line).toMatch(/^(#+ \S.*|\* \[[^\]]+\]\((?!\/|http)[^)]+\) - \S.*)$/);
    expect([...body.matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => file)).toEqual([
      'sobre.md',
      'api.md',
      'faq.md',
    ]);
  });

  it.each(['sobre.md', 'api.md', 'faq.md'])('%s begins with front matter that has a type', async (file) => {
    const [, front = '', body = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(await textOf(`/okf/${file}`)) ?? [];
    const matter = Object.fromEntries(
      front.split('\n').map((line) => {
        const [, name = '', value = ''] = /^([a-z]+): (.+)$/.exec(line) ?? [];
        return [name, JSON.parse(value)];
      }),
    ) as Record<string, unknown>;

    expect(matter['type']).toMatch(/\S/);
    expect(matter['title']).toMatch(/\S/);
    expect(matter['description']).toMatch(/\S/);
    expect(matter['resource']).toBe(service.url);
    expect(Array.isArray(matter['tags'])).toBe(true);
    expect(Number.isNaN(Date.parse(String(matter['timestamp'])))).toBe(false);
    expect(body).toMatch(/^\n# \S/);
  });

  it('lists every operation but the forms of pages', async () => {
    const text = await textOf('/okf/api.md');

    for (const [name, { method, path, summary }] of called) {
      expect(text, name).toMatch(new RegExp(`^- .${method}[A-Z|]* ${path.replaceAll('.', '\\.')}. `, 'm'));
      expect(text).toContain(summary);
    }
  });

  it('names who runs it and where to report, if that was said', async () => {
    await using silent = await startTestService();

    expect(await textOf('/okf/sobre.md')).toContain(`${OPERATOR.providerName}, ${OPERATOR.providerUrl}`);
    expect(await textOf('/okf/sobre.md')).toContain('/.well-known/security.txt');
    expect(await textOf('/okf/sobre.md', silent)).toContain('has not said who they are');
    expect(await textOf('/okf/sobre.md', silent)).not.toContain('security.txt');
  });
});

describe('what is said of money', () => {
  it.each([
    ['dev', billingSettingsFor('dev'), 'Nothing is charged here', false],
    ['a rehearsal', billingSettingsFor('homolog'), 'test money', true],
    ['live', billingSettingsFor('live'), 'this is real money', true],
    ['a test network', billingSettingsFor('live', { payNetwork: 'base-sepolia' }), 'worth nothing', true],
  ] as const)('in %s is what holds', async (_mode, billing, words, asks) => {
    await using own = await startTestService({ billing });

    for (const path of ['/okf/sobre.md', '/okf/faq.md', '/llms.txt', '/llms-full.txt'])
      expect(await textOf(path, own)).toContain(words);
    expect((await textOf('/okf/faq.md', own)).includes('What do I do with a 402?')).toBe(asks);
  });

  it('is nothing where the allowance is unlimited', async () => {
    const users = { signUp: 'open', guests: 'on', publicPages: 'off', allowance: 'unlimited' } as const;
    await using own = await startTestService({ users, billing: billingSettingsFor('live') });

    expect(await textOf('/okf/sobre.md', own)).toContain('Everything is free here');
    expect(await textOf('/okf/sobre.md', own)).not.toContain('USD');
  });
});
