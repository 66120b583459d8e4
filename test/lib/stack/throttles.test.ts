import { expect, it } from 'vitest';
import { ofType, synthesised } from './synthesised.ts';

/** What API Gateway lets through a second for all APIs of an account in most regions. */
const ACCOUNT_RATE = 10_000;

interface Limit {
  ThrottlingRateLimit: number;
}

it('all routes under full load leave pings what they may be: the account refuses none on their behalf', () => {
  const stack = synthesised();
  const [stage] = ofType(stack, 'AWS::ApiGatewayV2::Stage');
  const own = stage?.[1].Properties['RouteSettings'] as Record<string, Limit>;
  const standard = stage?.[1].Properties['DefaultRouteSettings'] as Limit;
  const rates = ofType(stack, 'AWS::ApiGatewayV2::Route').map(
    ([, { Properties }]) => (own[String(Properties['RouteKey'])] ?? standard).ThrottlingRateLimit,
  );

  expect(rates.length).toBeGreaterThan(20);
  expect(rates.reduce((sum, rate) => sum + rate, 0)).toBeLessThanOrEqual(ACCOUNT_RATE);
});
