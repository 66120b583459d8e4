import { describe, expect, it } from 'vitest';
import { nameFrom } from '../../../../lib/domain/aws/job-name.ts';
import { unknownAt, withUnknown, type UnknownPing } from '../../../../lib/domain/aws/unknown-pings.ts';
import { sentName } from '../../../../lib/domain/monitors/settings/slug.ts';

const home = { account: '123456789012', region: 'us-east-1', aliases: { '111122223333': 'prod' } };
const MIN = 60_000;

describe('the name of a ping by identity', () => {
  it('is as it was sent at home, and has account and region before it from elsewhere', () => {
    const from = (account: string, region: string, name = 'Nightly Job') =>
      nameFrom(sentName(name), { account, region }, home);
    expect(from('123456789012', 'us-east-1')).toEqual({ slug: 'nightly-job', sentAs: 'Nightly Job' });
    expect(from('111122223333', 'us-east-1')).toEqual({
      slug: 'prod-nightly-job',
      sentAs: 'prod-Nightly Job',
    });
    expect(from('444455556666', 'eu-west-1').slug).toBe('444455556666-eu-west-1-nightly-job');
  });

  it('is never shared by what is cut', () => {
    const slugs = ['a', 'b'].map(
      (end) =>
        nameFrom(sentName(`${'x'.repeat(39)}${end}`), { account: '111122223333', region: 'us-east-1' }, home)
          .slug,
    );
    expect(slugs.map((slug) => slug.length)).toEqual([40, 40]);
    expect(new Set(slugs).size).toBe(2);
  });
});

describe('unknown pings', () => {
  const ping = (name: string, detail = 'none') => ({ name, account: '1', detail });

  it('are one for each name and account, written again after a minute or for another reason', () => {
    const first = withUnknown([], ping('a'), 0);
    expect(withUnknown(first, ping('a'), MIN - 1)).toBe(first);
    expect(withUnknown(first, ping('a', 'other'), 1)).toEqual([
      { ...ping('a', 'other'), firstAt: 0, lastAt: 1 },
    ]);
    const again = withUnknown(first, ping('a'), MIN);
    expect(again).toEqual([{ ...ping('a'), firstAt: 0, lastAt: MIN }]);
    expect(withUnknown(again, { ...ping('a'), account: '2' }, MIN)).toHaveLength(2);
  });

  it('are fifty, of two weeks, the newest first', () => {
    let pings: readonly UnknownPing[] = [];
    for (let each = 0; each < 60; each++) pings = withUnknown(pings, ping(`job-${each}`), each * MIN);
    expect(pings).toHaveLength(50);
    expect([pings[0]?.name, pings.at(-1)?.name]).toEqual(['job-59', 'job-10']);
    expect(unknownAt(pings, 14 * 1_440 * MIN + 20 * MIN).at(-1)?.name).toBe('job-21');
  });
});

it('what was noted by a clock that was set back since makes room for what comes', () => {
  const day = 24 * 60 * MIN;
  const ahead = Array.from({ length: 50 }, (_, index) => ({
    name: `job-${index}`,
    account: '1',
    detail: 'None.',
    firstAt: 20 * day,
    lastAt: 20 * day + index,
  }));
  const now = 10 * day;
  const after = withUnknown(ahead, { name: 'new', account: '1', detail: 'None.' }, now);
  expect(after).toHaveLength(50);
  expect(after[0]).toMatchObject({ name: 'new', lastAt: now });
  expect(after.every(({ firstAt, lastAt }) => firstAt <= now && lastAt <= now)).toBe(true);
  expect(unknownAt(after, now + 15 * day)).toEqual([]);
});
