import { beforeAll, expect, it } from 'vitest';
import { needsOf } from '../../../lib/areas/areas.ts';
import { configFromEnv } from '../../../lib/config/config.ts';
import { defaultSettings } from '../../../lib/config/settings/all-settings.ts';
import {
  environmentOf,
  grantsOf,
  synthesised,
  type Synthesised,
  stackAreas,
} from '../../support/stack/synthesised.ts';

const ARN = 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:Operator-Ab12Cd';

let plain: Synthesised;
let known: Synthesised;
beforeAll(() => {
  plain = synthesised(defaultSettings);
  known = synthesised({ ...defaultSettings, operatorTokenSecretArn: ARN });
});

it('the statistics may read the operator token, and nobody else', () => {
  for (const area of stackAreas.filter((each) => !needsOf(each).needsSender)) {
    const more = area === 'statistics' ? [`secretsmanager:GetSecretValue ${ARN}`] : [];
    expect([area, grantsOf(known, area)]).toEqual([area, [...grantsOf(plain, area), ...more].toSorted()]);
    expect(configFromEnv(environmentOf(plain, area)).operatorToken).toBe(null);
  }
  expect(configFromEnv(environmentOf(known, 'statistics')).operatorToken).toEqual({ id: ARN });
});

it('it lies in the region of the stack, or CloudFormation refuses', () => {
  const sentence = "operatorTokenSecretArn is in eu-west-1, not in the stack's region.";

  expect(JSON.stringify(known.template.toJSON()['Rules'])).toContain(sentence);
});
