import { beforeAll, describe, expect, it } from 'vitest';
import {
  environmentOf,
  functionsOf,
  ofType,
  readable,
  synthesised,
  type Synthesised,
} from '../../support/stack/synthesised.ts';

/** Names of a part of another resource, or for people to read: no name of the resource in the account. */
const NO_IDENTITY = new Set(['AttributeName', 'DisplayName', 'MetricName', 'PolicyName', 'StageName']);

const everything = {
  mailFrom: 'alerts@example.com',
  alarmEmail: 'ops@example.com',
  domainName: 'rollcall.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0b1c2d3e',
};

let plain: Synthesised;
let staged: Synthesised;
beforeAll(() => {
  plain = synthesised(everything);
  staged = synthesised({ ...everything, stage: 'prod' });
});

interface Named {
  type: string;
  name: string;
}

/** Every name of a resource that is not generated; a reference to another resource is none. */
function namesIn(of: Synthesised): Named[] {
  return Object.values(of.resources).flatMap(({ Type: type, Properties }) =>
    namesOf(Properties).map((name) => ({ type, name })),
  );
}

/** At the top or inside the object that holds all properties, as CloudFront has it; lists hold parts. */
function namesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const isName = key.endsWith('Name') && !NO_IDENTITY.has(key) && !isReference(member);
    return isName ? [readable(member)] : namesOf(member);
  });
}

function isReference(member: unknown): boolean {
  return typeof member === 'object' && member !== null && ('Ref' in member || 'Fn::GetAtt' in member);
}

describe('two copies in one account', () => {
  it('are two stacks of two names', () => {
    expect(plain.app.node.tryFindChild('Rollcall')).toBeDefined();
    expect(staged.app.node.tryFindChild('Rollcall-prod')).toBeDefined();
  });

  it('have no name of a resource in common', () => {
    const others = namesIn(staged).map(({ name }) => name);

    expect(namesIn(plain).map(({ name }) => name)).toContain('Rollcall-SecurityHeaders-<Region>');
    expect(namesIn(plain).filter(({ name }) => others.includes(name))).toEqual([]);
  });

  it('in two regions neither, where a name holds for the whole account', () => {
    const global = namesIn(plain).filter(({ type }) =>
      /^AWS::(CloudFront|IAM|Route53)::.*(Policy|Function|AccessControl)$/.test(type),
    );

    expect(global.length).toBe(11);
    for (const { name } of global) expect(name).toContain('<Region>');
  });

  it('write their figures apart, so that no alarm of one hears the other', () => {
    const own = (of: Synthesised) => [
      ...new Set(
        JSON.stringify(of.template.toJSON())
          .match(/"(Metric)?Namespace":"[^"]+"/g)
          ?.map((found) => found.replace(/.*":"|"/g, ''))
          .filter((namespace) => !namespace.startsWith('AWS/')),
      ),
    ];

    expect([own(plain), own(staged)]).toEqual([['Rollcall'], ['Rollcall-prod']]);
  });

  it('export nothing, and leave the names of alarms to CloudFormation', () => {
    for (const { template } of [plain, staged]) {
      expect(JSON.stringify(template.toJSON()['Outputs'])).not.toContain('"Export"');
    }
    for (const [, { Properties }] of ofType(plain, 'AWS::CloudWatch::Alarm')) {
      expect(Properties).not.toHaveProperty('AlarmName');
    }
  });

  it('find their figures in namespaces of their own, and only there', () => {
    const namespacesIn = ({ resources }: Synthesised) =>
      [...JSON.stringify(resources).matchAll(/"(?:Metric)?Namespace":"([^"/]+)"/g)].map(([, name]) => name);

    expect(new Set(namespacesIn(plain))).toEqual(new Set(['Rollcall']));
    expect(new Set(namespacesIn(staged))).toEqual(new Set(['Rollcall-prod']));
    expect(environmentOf(staged, 'checker')).toMatchObject({ METRIC_NAMESPACE: 'Rollcall-prod' });
  });

  it('are told apart by the tags of all that can be tagged', () => {
    const tagsOf = (of: Synthesised) => {
      const [[, first] = ['', undefined]] = functionsOf(of);
      return first?.Properties['Tags'];
    };

    const service = { Key: 'service', Value: 'rollcall' };
    expect(tagsOf(plain)).toEqual([service]);
    expect(tagsOf(staged)).toEqual([service, { Key: 'stage', Value: 'prod' }]);
  });
});
