import { beforeAll, expect, it } from 'vitest';
import { needsOf } from '../../../lib/areas/areas.ts';
import { configFromEnv } from '../../../lib/config/config.ts';
import { billingSettingsFor } from '../../support/money/billing.ts';
import {
  environmentOf,
  grantsOf,
  synthesised,
  type Synthesised,
  stackAreas,
} from '../../support/stack/synthesised.ts';

const ARN = 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:Facilitator-Ab12Cd';
const GRANT = `secretsmanager:GetSecretValue ${ARN}`;
const settling = stackAreas.filter((area) => needsOf(area).settles);

let plain: Synthesised;
let keyed: Synthesised;
beforeAll(() => {
  plain = synthesised(billingSettingsFor('live'));
  keyed = synthesised(billingSettingsFor('live', { facilitatorSecretArn: ARN }));
});

it('who settles payments may read the key of the facilitator, and nobody else', () => {
  expect(settling).toContain('monitors');
  expect(settling).not.toContain('checker');
  for (const area of stackAreas) {
    const more = settling.includes(area) ? [GRANT] : [];
    expect([area, grantsOf(keyed, area)]).toEqual([area, [...grantsOf(plain, area), ...more].toSorted()]);
  }
});

it('they are told where it is kept, and nothing where there is none', () => {
  for (const area of settling) {
    expect(configFromEnv(environmentOf(keyed, area)).settlement?.facilitatorKey).toEqual({ id: ARN });
    expect(configFromEnv(environmentOf(plain, area)).settlement?.facilitatorKey).toBe(null);
  }
});

it('it lies in the region of the stack, or CloudFormation refuses', () => {
  const sentence = "facilitatorSecretArn is in eu-west-1, not in the stack's region.";

  expect(JSON.stringify(keyed.template.toJSON()['Rules'])).toContain(sentence);
  expect(JSON.stringify(plain.template.toJSON())).not.toContain('facilitatorSecretArn');
});
