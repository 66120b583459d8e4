import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { defaultSettings, type AwsSettings } from '../../../lib/config/settings/all-settings.ts';
import { ofType, synthesised } from '../../support/stack/synthesised.ts';
import { itThorough } from '../../support/thorough.ts';

/** What API Gateway lets through a second for all APIs of an account: in most regions, and in those with less. */
const ACCOUNT_RATE = 10_000;
const SMALL_REGION_RATE = 2_500;

interface Limit {
  ThrottlingRateLimit: number;
}

/** The requests a second that all routes let through together. */
function allRoutes(settings: Partial<AwsSettings>): number {
  const stack = synthesised(settings);
  const [stage] = ofType(stack, 'AWS::ApiGatewayV2::Stage');
  const own = stage?.[1].Properties['RouteSettings'] as Record<string, Limit>;
  const standard = stage?.[1].Properties['DefaultRouteSettings'] as Limit;
  const rates = ofType(stack, 'AWS::ApiGatewayV2::Route').map(
    ([, { Properties }]) => (own[String(Properties['RouteKey'])] ?? standard).ThrottlingRateLimit,
  );
  expect(rates.length).toBeGreaterThan(20);
  return rates.reduce((sum, rate) => sum + rate, 0);
}

/** docs/deploy.md says both in figures. */
const page = readFileSync(new URL('../../../docs/deploy.md', import.meta.url), 'utf8').replaceAll('\n', ' ');
const inWords = (count: number) => Math.round(count).toLocaleString('en');

it('all routes at their limit take about half of an account, so pings are refused on behalf of none', () => {
  const sum = allRoutes({});

  expect(sum).toBeLessThanOrEqual(0.57 * ACCOUNT_RATE);
  expect(page).toContain(`all routes at their limits take ${inWords(sum)} of it, about half`);
});

itThorough('what is advised for regions with less leaves them room too', () => {
  const advised = { standardRate: 5, standardBurst: 10, ingestRate: 1500, intakeRate: 200 };
  const sum = allRoutes(advised);

  expect(sum).toBeLessThan(SMALL_REGION_RATE);
  const said = Object.entries(advised).map(([name, value]) => `\`${name}\` to ${value}`);
  for (const one of said) expect(page).toContain(one);
  expect(page).toContain(`which makes ${inWords(sum)}`);
});

it('docs/security.md says them as they are', () => {
  const security = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8');
  const of = (...limits: number[]) => limits.map((limit) => limit.toLocaleString('en')).join(' | ');
  const { guestRate, guestBurst, bulkRate, bulkBurst, testRate, testBurst } = defaultSettings;
  const { ingestRate, ingestBurst, intakeRate, intakeBurst, standardRate, standardBurst } = defaultSettings;

  for (const row of [
    `| \`POST /api/guest\` | ${of(guestRate, guestBurst)} |`,
    `pauses by tag, each | ${of(bulkRate, bulkBurst)} |`,
    `| test alerts | ${of(testRate, testBurst)} |`,
    `| everything below \`/in/\`, together | ${of(ingestRate, ingestBurst)} |`,
    `| everything below \`/r/\`, together | ${of(intakeRate, intakeBurst)} |`,
    `| every other route | ${of(standardRate, standardBurst)} |`,
  ])
    expect(security).toContain(row);
});
