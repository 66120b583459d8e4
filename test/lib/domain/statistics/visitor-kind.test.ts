import { describe, expect, it } from 'vitest';
import { classOfVisitor, kindOfCaller } from '../../../../lib/domain/statistics/visitor-kind.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const CHROME_LATER = CHROME.replace('140', '141');
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
const EDGE = `${CHROME} Edg/140.0.0.0`;

describe('who a user agent belongs to', () => {
  it.each([
    CHROME,
    FIREFOX,
    IPHONE,
    EDGE,
    'Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Opera/9.80 (Windows NT 6.1; U; en) Presto/2.8.131 Version/11.11',
  ])('a person: %s', (userAgent) => expect(kindOfCaller(userAgent)).toBe('person'));

  it.each([
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.2; +https://openai.com/gptbot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
    'Claude-User/1.0',
    'claude-code/2.0.14 (cli)',
    'Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
    'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    'CCBot/2.0 (https://commoncrawl.org/faq/)',
    'mcp-remote/0.1.29',
  ])('an agent: %s', (userAgent) => expect(kindOfCaller(userAgent)).toBe('agent'));

  it.each([
    '',
    'curl/8.15.0',
    'Wget/1.21.4',
    'python-requests/2.32.3',
    'Go-http-client/2.0',
    'node',
    'okhttp/5.1.0',
    'PostmanRuntime/7.46.1',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    'UptimeRobot/2.0',
    'x'.repeat(100_000),
  ])('a machine: %s', (userAgent) => expect(kindOfCaller(userAgent)).toBe('machine'));
});

describe('what tells two visitors of a network apart', () => {
  const person = (userAgent: string) => classOfVisitor('person', userAgent);

  it('is browser and system of people, and no version', () => {
    expect(person(CHROME)).toBe('person Chrome/ Windows');
    expect(new Set([CHROME, FIREFOX, IPHONE, EDGE].map(person)).size).toBe(4);
    expect(person(CHROME_LATER)).toBe(person(CHROME));
  });

  it('is the name of an agent as the list has it, and nothing of a program', () => {
    expect(classOfVisitor('agent', 'ClaudeBot/1.0')).toBe('agent claude');
    expect(classOfVisitor('agent', 'Claude-User/9; who=me')).toBe('agent claude');
    expect(classOfVisitor('machine', 'curl/8 me@example.com')).toBe('machine');
  });
});
