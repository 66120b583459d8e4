import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { STRANGERS_WELCOME } from '../../lib/domain/accounts/users.ts';
import { castOf, signedInAgain, type Cast } from '../fuzz/cast.ts';
import { describe as describeApi, type Description } from '../fuzz/described.ts';
import { Wire } from '../fuzz/wire.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { OPERATOR, OPERATOR_TOKEN } from '../support/accounts/operator.ts';
import { logInto, startTestService, type TestService } from '../support/service/service.ts';
import { ACTING, MARK, markedTexts, WORDS } from './hostile-words.ts';
import { markupFaults } from './parsed-pages.ts';
import { readAll, sendWord, type Answered } from './send-words.ts';

const LONG_MS = 300_000;
const logged: string[] = [];
const all: (Answered & { word: string })[] = [];
let service: TestService;
let description: Description;
let cast: Cast;
let wire: Wire;
let browser: Browser;

beforeAll(async () => {
  const log = logInto(logged);
  const users = { ...STRANGERS_WELCOME, publicPages: 'on' } as const;
  const options = { log, users, identity: 'own', allowLoopbackAlerts: false } as const;
  service = await startTestService({ ...options, operator: OPERATOR, operatorToken: OPERATOR_TOKEN });
  [description, cast, browser] = await Promise.all([describeApi(service), castOf(service), launchChromium()]);
  wire = new Wire(service.url);
  for (const word of Object.values(WORDS)) {
    cast = await signedInAgain(service, cast);
    const sent = await sendWord({ wire, description, advance: () => service.clock.advance(50) }, cast, word);
    await service.check();
    await service.drain();
    const read = await readAll(wire, description, cast);
    all.push(...[...sent, ...read].map((answered) => ({ ...answered, word })));
  }
}, LONG_MS);
afterAll(async () => {
  wire.close();
  await browser.close();
  await service.stop();
});

const typeOf = ({ reply }: Answered) => String(reply.headers['content-type'] ?? '');
const isJson = (answered: Answered) => typeOf(answered).includes('json');
const told = ({ operation, place, reply }: Answered) =>
  `${operation.id} ${place ?? 'read'} ${reply.status}: ${reply.text.slice(0, 200)}`;
/** One of each operation: a single cause shows in many answers. */
const firstOfEach = (answers: readonly Answered[]) =>
  [...Map.groupBy(answers, ({ operation }) => operation.id.replace(/By(?:Post|Head)$/, '')).values()].map(
    ([first]) => first && told(first),
  );

describe('a word that some reader would obey, sent to every place that takes a text', () => {
  it('is taken in many places and read in many, so that what follows says something', () => {
    const taken = all.filter(({ place, reply }) => place !== null && reply.status < 300);
    const read = all.filter(({ place, reply }) => place === null && reply.text.includes(MARK));

    expect(new Set(taken.map(({ operation, place }) => `${operation.id} ${place}`)).size).toBeGreaterThan(60);
    expect(new Set(read.map(({ operation }) => operation.id)).size).toBeGreaterThan(20);
    expect(firstOfEach(all.filter(({ place, reply }) => place === null && reply.status === 401))).toEqual([
      // Nobody sets one up.
      expect.stringMatching(/^showSecondFactor /),
    ]);
  });

  it('is no fault of ours and stands in no log', () => {
    expect(firstOfEach(all.filter(({ reply }) => reply.status >= 500))).toEqual([]);
    expect(logged.filter((line) => line.includes(MARK) || line.startsWith('["operation'))).toEqual([]);
  });

  it('stands in no header of an answer', () => {
    const withHeader = all.filter(({ reply }) => JSON.stringify(reply.headers).includes(MARK));
    expect(firstOfEach(withHeader)).toEqual([]);
  });

  it('does nothing to the terminal that an answer is printed in, but for an output of a job', () => {
    const printed = all.filter(
      (each) => each.operation.id !== 'getEventBody' && /text|json|xml/.test(typeOf(each)),
    );
    expect(firstOfEach(printed.filter(({ reply }) => ACTING.test(reply.text)))).toEqual([]);
  });

  it('is told in a refusal on one line that shows all of it', () => {
    const refused = all.filter(
      (each) => each.reply.status >= 400 && isJson(each) && each.operation.id !== 'callMcp',
    );
    const broken = refused.filter(({ reply }) => /[\p{C}\p{Zl}\p{Zp}]/u.test(JSON.parse(reply.text).detail));
    expect(firstOfEach(broken)).toEqual([]);
  });

  it('is no part of a longer text but of sentences, quoted bodies and the crontab it was sent in', () => {
    const spelled = new Set(Object.values(WORDS).map((word) => word.trim()));
    const places = all.filter(isJson).flatMap(({ operation, reply }) =>
      markedTexts(JSON.parse(reply.text))
        .filter(({ text }) => /curl|sh -c|crontab|sudo|^\S+ \S+ \* \* \*/.test(text) && !spelled.has(text))
        .map(({ path }) => `${operation.id} ${path}`),
    );
    expect([...new Set(places)].filter((place) => !QUOTING.test(place))).toEqual([]);
  });

  it('makes nothing of a page, a feed or a picture', async () => {
    const isMarkup = (each: Answered) => /html|xml/.test(typeOf(each)) && each.reply.text.includes(MARK);
    const texts = all
      .filter(isMarkup)
      .map((each) => ({ type: typeOf(each), text: each.reply.text, from: each.operation.id }));

    expect(new Set(texts.map(({ from }) => from)).size).toBeGreaterThan(4);
    expect([...new Set(await markupFaults(browser, texts))]).toEqual([]);
  });

  it('adds no line to the metrics', () => {
    const metrics = all.filter(
      ({ operation, place }) => operation.id === 'showFeedMetrics' && place === null,
    );
    const lines = metrics.flatMap(({ reply }) => reply.text.trimEnd().split('\n'));

    expect(lines.filter((line) => line.includes(MARK)).length).toBeGreaterThan(10);
    expect(lines.filter((line) => !METRIC.test(line))).toEqual([]);
  });

  it('is one line of the subject of a mail, and text in its parts', async () => {
    const mails = service.mailbox.messages().filter((mail) => JSON.stringify(mail).includes(MARK));
    const html = mails.map(({ html: text, subject }) => ({
      type: 'text/html',
      text: text ?? '',
      from: subject,
    }));

    expect(mails.length).toBeGreaterThan(10);
    expect(mails.filter(({ subject }) => /[\p{C}\p{Zl}\p{Zp}]/u.test(subject))).toEqual([]);
    expect(mails.filter(({ text }) => /^(?:Bcc|\* \* \*)/m.test(text ?? ''))).toEqual([]);
    expect([...new Set(await markupFaults(browser, html))]).toEqual([]);
  });
});

/** The bodies that alerts will have, and the lines of a crontab as they were sent. */
const QUOTING =
  /(?:miss_json|recovery_json|importCrontab \.(?:recognized|ignored)\[\]\.(?:command|text|note)|importAws \.left_out\[\]\.detail)$/;

const METRIC = /^(?:# (?:HELP|TYPE) .*|\w+\{id="[0-9a-f]{24}",name="(?:[^"\\]|\\["\\n])*"\} -?[\d.e+-]+)$/;
